import type { KoaContextWithOIDC } from 'oidc-provider'
import { pagePolicy } from '../../pages/policy.ts'

/** Lets the library answer with a page of ours. Its form may lead to `formActions`. */
export function showPage(ctx: KoaContextWithOIDC, page: string, formActions: string[] = []): void {
  ctx.type = 'html'
  ctx.set('content-security-policy', pagePolicy({ formActions }))
  ctx.set('cache-control', 'no-store')
  ctx.body = page
}
