import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../naming/site.ts'
import { authErrorPage } from '../pages/auth-error.ts'
import { sendPage } from './show-page.ts'

/** Returns the hook that refuses a form from a page of another origin, with an error page, before the body is read. */
export function ownFormsOnly({ baseUrl, naming: { title } }: Site) {
  const { origin } = new URL(baseUrl)
  const page = authErrorPage({ error: 'access_denied', description: `Forms are taken from pages of ${origin} only.` })
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    mayBeOwn(headers, origin) ? undefined : sendPage(reply, title, { page, status: 403 })
}

/**
 * Whether a form may come from a page of this service, by `Sec-Fetch-Site` and `Origin` (W3C Fetch Metadata; Fetch). The service's pages have
 * `Referrer-Policy: no-referrer`, so browsers post their forms with `Origin: null`. Old browsers, and all browsers over plain HTTP, send no
 * `Sec-Fetch-Site`. Then `null` is accepted, and the form's token decides, together with its cookie.
 */
function mayBeOwn({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders, ownOrigin: string): boolean {
  const isOwnOrigin = origin === undefined || origin === 'null' || origin === ownOrigin
  return isOwnOrigin && (site === undefined || site === 'same-origin')
}
