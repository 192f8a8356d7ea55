import type { Problem } from '@roster/core/contract'
import { asProblem } from '@roster/core/server'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { showError } from './errors.ts'
import { oauthError } from './oauth-error.ts'
import type { OAuthRequest } from './oauth-request.ts'

type Next = () => Promise<void>

/** Adds the common headers to a response of the library, and removes its CORS headers, which are decided elsewhere. */
export async function respondAsOurs(ctx: KoaContextWithOIDC, next: Next): Promise<void> {
  await orRefuse(ctx, next)
  answerFailure(ctx)
  nameRefusal(ctx)
  for (const name of Object.keys(ctx.response.headers)) if (name.startsWith('access-control-')) ctx.remove(name)
  requireChallenge(ctx)
  const { common } = ctx.req as OAuthRequest
  for (const [name, value] of Object.entries(common)) {
    if (name !== 'content-security-policy' || !ctx.res.hasHeader(name)) ctx.set(name, value as string | string[])
  }
  await orRefuse(ctx, () => countFailure(ctx))
}

/** Runs a step and answers its errors. The library itself answers errors of its own endpoints. */
async function orRefuse(ctx: KoaContextWithOIDC, run: Next): Promise<void> {
  try {
    await run()
  } catch (error) {
    const problem = asProblem(error)
    if (problem.status >= 500) (ctx.req as OAuthRequest).log?.error({ err: error, code: problem.code }, problem.message)
    refuse(ctx, problem)
  }
}

/** Answers a failure in the library like any other of this service. */
function answerFailure(ctx: KoaContextWithOIDC): void {
  const { failure } = ctx.req as OAuthRequest
  if (failure === undefined) return
  refuse(ctx, asProblem(failure))
  if (isUsedUp(ctx)) ctx.remove('retry-after')
}

/** Whether what a client asked for a token with is used up: to send it again would end the grant. */
function isUsedUp({ oidc }: KoaContextWithOIDC): boolean {
  const { RotatedRefreshToken, AuthorizationCode, DeviceCode } = oidc?.entities ?? {}
  const codes = [AuthorizationCode, DeviceCode] as { consumed?: unknown }[]
  return RotatedRefreshToken !== undefined || codes.some((code) => code?.consumed !== undefined)
}

function refuse(ctx: KoaContextWithOIDC, problem: Problem): void {
  ctx.status = problem.status
  ctx.remove('location')
  ctx.set(problem.headers as Record<string, string>)
  if (ctx.headers.accept === 'text/html') showError(ctx, oauthError(problem))
  else ctx.body = oauthError(problem)
}

/** Refusals that the library sends as `invalid_request`, found by their description, with their correct error code (RFC 6749, section 5.2). */
const REFUSALS: readonly { says: RegExp; status: number; error: string }[] = [
  { says: /^no client authentication mechanism provided$/, status: 401, error: 'invalid_client' },
  { says: / is not allowed for this client$/, status: 400, error: 'unauthorized_client' },
]

function nameRefusal(ctx: KoaContextWithOIDC): void {
  const body = ctx.body as { error?: string; error_description?: string } | undefined
  if (body?.error !== 'invalid_request' || isEmpty(ctx)) return
  const refusal = REFUSALS.find(({ says }) => says.test(body.error_description ?? ''))
  if (!refusal) return
  ctx.status = refusal.status
  ctx.body = { ...body, error: refusal.error }
}

/** Whether a request has no parameter at all: then it lacks more than the client. */
const isEmpty = ({ oidc }: KoaContextWithOIDC) => Object.values(oidc.params ?? {}).every((value) => value === undefined)

/** Counts a failed client authentication against the address, as with any other credential. */
async function countFailure(ctx: KoaContextWithOIDC): Promise<void> {
  if (ctx.status === 401) await (ctx.req as OAuthRequest).countFailure?.()
}

/** Adds the challenge of HTTP Basic to a 401, also after a failed authentication in the body (RFC 9110, section 15.5.2). */
function requireChallenge(ctx: KoaContextWithOIDC): void {
  if (ctx.status !== 401 || ctx.res.hasHeader('www-authenticate')) return
  ctx.set('www-authenticate', `Basic realm="${ctx.oidc.issuer}", error="invalid_client"`)
}
