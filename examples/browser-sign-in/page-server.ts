import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'

/** The origin of Roster, and the identifier of the OAuth client that the page uses. */
export interface PageConfig {
  roster: string
  client_id: string
}

const file = (name: string) => () => readFileSync(new URL(name, import.meta.url), 'utf8')

/** Returns a server of the page. The content security policy allows only the page's own scripts, and requests only to this server and Roster. */
export function pageServer(config: PageConfig): Server {
  const policy = `default-src 'self'; connect-src 'self' ${config.roster}; img-src data:; frame-ancestors 'none'; base-uri 'none'`
  const contents: Record<string, { type: string; read: () => string }> = {
    '/': { type: 'text/html', read: file('index.html') },
    '/app.js': { type: 'text/javascript', read: file('app.js') },
    '/oauth.js': { type: 'text/javascript', read: file('oauth.js') },
    '/style.css': { type: 'text/css', read: file('style.css') },
    '/config.json': { type: 'application/json', read: () => JSON.stringify(config) },
  }

  return createServer((request, response) => {
    const [pathname = '/'] = (request.url ?? '/').split('?')
    const content = contents[pathname] ?? { type: 'text/plain', read: () => 'There is nothing here.' }
    response.statusCode = pathname in contents ? 200 : 404
    response.setHeader('content-security-policy', policy)
    response.setHeader('content-type', `${content.type}; charset=utf-8`)
    response.end(content.read())
  })
}
