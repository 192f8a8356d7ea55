import type { KoaContextWithOIDC } from 'oidc-provider'
import { evaluate } from '../http/conditional.ts'
import { entityTag } from '../http/entity-tag.ts'
import { preconditionFailed } from '../http/preconditions.ts'
import { oauthError } from './oauth-error.ts'

/** Documents for programs, by the library's names of its endpoints: metadata (RFC 8414, section 3.2) and keys (RFC 7517, section 5). */
const DOCUMENTS = new Set(['discovery', 'jwks'])

/** Adds entity tags to the library's documents and answers conditional reads of them (RFC 9110, section 13). */
export async function answerConditions(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  if (ctx.status !== 200 || !DOCUMENTS.has(ctx.oidc?.route)) return
  const etag = entityTag(JSON.stringify(ctx.body))
  ctx.set({ etag, 'cache-control': 'no-cache' })
  const result = evaluate(ctx.headers, { etag }, true)
  if (result === 'not-modified') ctx.status = 304
  if (result === 'failed') {
    ctx.status = 412
    ctx.body = oauthError(preconditionFailed())
  }
}
