import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface PageConfig {
  /** Origin of Roster. */
  roster: string
  /** Folder of the built client. */
  sdk: string
}

const PAGE = fileURLToPath(new URL('.', import.meta.url))
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Paths that are served: the page's own files and the modules of the client SDK. */
const PATH = /^\/(?:app\.js|style\.css|index\.html|sdk\/(?:[\w-]+\/)*[\w-]+\.js)$/

/** Returns a server of the page. The content security policy allows only the page's own scripts, and requests only to this server and Roster. */
export function pageServer({ roster, sdk }: PageConfig): Server {
  const policy = `default-src 'self'; script-src 'self' '${importMap()}'; connect-src 'self' ${roster}; img-src data:; frame-ancestors 'none'; base-uri 'none'`

  const send = (path: string, response: ServerResponse) => {
    if (path === '/config.json') return response.end(JSON.stringify({ roster }))
    if (!PATH.test(path)) return response.writeHead(404).end('There is nothing here.')
    const file = path.startsWith('/sdk/') ? resolve(sdk, path.slice('/sdk/'.length)) : resolve(PAGE, path.slice(1))
    response.setHeader('content-type', `${TYPES[extname(file)]}; charset=utf-8`)
    const missing = () =>
      response.writeHead(404).end('There is no such file. Is the client built? Run `npm run build`.')
    return createReadStream(file).on('error', missing).pipe(response)
  }

  return createServer((request, response) => {
    const [pathname = '/'] = (request.url ?? '/').split('?')
    response.setHeader('content-security-policy', policy)
    send(pathname === '/' ? '/index.html' : pathname, response)
  })
}

/** Returns the policy's hash source of the only inline script: the import map, which locates the modules of the client SDK. */
function importMap(): string {
  const [, map = ''] = /<script type="importmap">([^]*?)<\/script>/.exec(
    readFileSync(resolve(PAGE, 'index.html'), 'utf8'),
  )!
  return `sha256-${createHash('sha256').update(map).digest('base64')}`
}
