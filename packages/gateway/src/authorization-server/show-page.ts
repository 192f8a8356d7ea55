import type { FastifyReply } from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { pagePolicy } from '../pages/policy.ts'

/** Lets the library answer with a page of ours. Its form may lead to `formActions`. */
export function showPage(ctx: KoaContextWithOIDC, page: string, formActions: string[] = []): void {
  ctx.type = 'html'
  ctx.set('content-security-policy', pagePolicy({ formActions }))
  ctx.set('cache-control', 'no-store')
  ctx.body = page
}

/** A page as an answer. */
export interface SentPage {
  page: string
  status?: number
  headers?: Record<string, string>
}

/** Answers with a page where the library is not asked. Its form may lead to `formActions`. */
export function sendPage(
  reply: FastifyReply,
  { page, status = 200, headers = {} }: SentPage,
  formActions: string[] = [],
): FastifyReply {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'content-security-policy': pagePolicy({ formActions }), ...headers })
    .type('text/html; charset=utf-8')
    .send(page)
}
