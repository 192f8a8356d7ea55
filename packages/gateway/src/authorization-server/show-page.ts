import type { FastifyReply } from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { type Page, rendered } from '../pages/page.ts'
import { pagePolicy } from '../pages/policy.ts'
import type { OAuthRequest } from './oauth-request.ts'

/** Lets the library answer with a page of ours. Its form may lead to `formActions`. */
export function showPage(ctx: KoaContextWithOIDC, page: Page, formActions: string[] = []): void {
  ctx.type = 'html'
  ctx.set('content-security-policy', pagePolicy({ formActions }))
  ctx.set('cache-control', 'no-store')
  ctx.body = rendered(page, (ctx.req as OAuthRequest).title)
}

/** A page as an answer. */
export interface SentPage {
  page: Page
  status?: number
  headers?: Record<string, string>
}

/** Answers with a page of the service of this name, where the library is not asked. Its form may lead to `formActions`. */
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
