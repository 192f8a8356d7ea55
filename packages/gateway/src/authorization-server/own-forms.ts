import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../naming/site.ts'
import { authErrorPage } from '../pages/auth-error.ts'
import { sendPage } from './show-page.ts'

/** Makes the hook that refuses a form that a page of another origin sends, with a page, before anything is read of it. */
export function ownFormsOnly({ baseUrl, naming: { title } }: Site) {
  const { origin } = new URL(baseUrl)
  const page = authErrorPage({ error: 'access_denied', description: `Forms are taken from pages of ${origin} only.` })
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
    mayBeOwn(headers, origin) ? undefined : sendPage(reply, title, { page, status: 403 })
}

/**
 * Whether a form may come from a page of ours, as `Sec-Fetch-Site` and `Origin` say (W3C Fetch Metadata; Fetch). Our pages are sent with
 * `Referrer-Policy: no-referrer`, and post their forms with `Origin: null` therefore. Old browsers, and all of them over plain HTTP, send no
 * `Sec-Fetch-Site`: then `null` alone is nothing foreign, and the token in the form decides with the cookie that it belongs to.
 */
function mayBeOwn({ origin, 'sec-fetch-site': site }: IncomingHttpHeaders, ownOrigin: string): boolean {
  const isOwnOrigin = origin === undefined || origin === 'null' || origin === ownOrigin
  return isOwnOrigin && (site === undefined || site === 'same-origin')
}
