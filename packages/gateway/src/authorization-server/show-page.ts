import type { FastifyReply } from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { type Page, rendered } from '../pages/page.ts'
import { pagePolicy } from '../pages/policy.ts'
import type { OAuthRequest } from './oauth-request.ts'

/** Makes the library respond with a page of this service. The page's form may lead to `formActions`. */
export function showPage(ctx: KoaContextWithOIDC, page: Page, formActions: string[] = []): void {
  ctx.type = 'html'
  ctx.set('content-security-policy', pagePolicy({ formActions }))
  ctx.set('cache-control', 'no-store')
  ctx.body = rendered(page, (ctx.req as OAuthRequest).title)
}

/** A page as a response. Default: status 200, no additional headers. */
export interface SentPage {
  page: Page
  status?: number
  headers?: Record<string, string>
}

/** Sends a page as a response without the library. `title` is the service's name. The page's form may lead to `formActions`. */
export function sendPage(
  reply: FastifyReply,
  title: string,
  { page, status = 200, headers = {} }: SentPage,
  formActions: string[] = [],
): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': pagePolicy({ formActions }), ...headers })
    .type('text/html; charset=utf-8')
    .send(rendered(page, title))
}
