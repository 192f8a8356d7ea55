import type { StaticText } from '../http/static-text.ts'
import type { DocumentOptions } from './document.ts'
import { referencePage, referencePolicy, referenceScript } from './reference.ts'

/** The OpenAPI document at `/openapi.json` and `/openapi.yaml`, and the API reference at `/docs`. */
export function documentTexts(options: DocumentOptions): StaticText[] {
  const page = referencePage(options.naming.title)
  let made: Promise<{ json: string; yaml: string }> | undefined
  const document = () => (made ??= import('./document.ts').then(({ documentOf }) => documentOf(options)))
  const policy = { 'content-security-policy': referencePolicy(options.baseUrl) }
  const lasting = { 'cache-control': 'public, max-age=3600' }

  return [
    { path: '/openapi.json', type: 'application/json', content: async () => (await document()).json },
    { path: '/openapi.yaml', type: 'application/yaml', content: async () => (await document()).yaml },
    { path: '/docs', type: 'text/html', content: async () => page, headers: policy },
    { path: '/docs/scalar.js', type: 'text/javascript', content: referenceScript, headers: lasting },
  ]
}
