import { breaking, type Mutant } from '../mutant.ts'

/** Mutants of pages and redirects. */
export const pages: Mutant[] = [
  ...breaking('packages/gateway/src/pages/errors.ts', ['packages/gateway/src/pages/errors.test.ts'], {
    'pages below a path lead above it': ['<a href="${prefix}/docs">', '<a href="/docs">'],
  }),
  ...breaking(
    'packages/gateway/src/service/live-events/page.ts',
    ['packages/gateway/src/service/live-events/texts.test.ts'],
    { 'the page of events below a path calls the service above it': ['path: prefix + path', 'path'] },
  ),
  ...breaking('packages/gateway/src/pages/page.ts', ['packages/gateway/src/pages/errors.test.ts'], {
    'a page is shown as it was in another version': ["'no-cache'", "'max-age=31536000'"],
  }),
  ...breaking('packages/gateway/src/pages/html.ts', ['packages/gateway/src/pages/html.test.ts'], {
    'a single quote ends an attribute': ['/[&<>"\']/g', '/[&<>"]/g'],
  }),
  ...breaking('packages/gateway/src/http/redirects.ts', ['packages/gateway/src/http/redirects.test.ts'], {
    'a path with a backslash is redirected': ["|| path.includes('\\\\')) return undefined", ') return undefined'],
  }),
]
