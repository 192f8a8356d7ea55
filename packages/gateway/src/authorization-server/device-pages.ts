import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider'
import { deviceCodePage } from '../pages/device-code.ts'
import { deviceConfirmPage } from '../pages/device-confirm.ts'
import { deviceDeniedPage } from '../pages/device-denied.ts'
import { deviceDonePage } from '../pages/device-done.ts'
import { showError } from './errors.ts'
import { findHolder } from './holder.ts'
import type { OAuthRequest } from './oauth-request.ts'
import type { ProviderOptions } from './options.ts'
import { scopesIn, scopesOfClient, wordsOf } from './scopes.ts'
import { showPage } from './show-page.ts'

/** Messages for the user about a code that failed, by the name of the library's error. */
const MESSAGES: Record<string, string> = {
  NoCodeError: 'Type the code that the device shows.',
  NotFoundError: 'This code is not known. Compare it with the one that the device shows.',
  ExpiredError: 'This code has expired. Start again on the device.',
  AlreadyUsedError: 'This code was used already. Start again on the device.',
}

const OTHER = 'This did not work. Type the code again.'

/** Names of the library's errors that count as guesses. */
const WRONG = new Set(['NotFoundError', 'ExpiredError', 'AlreadyUsedError'])

type Failure = (Error & { userCode?: string }) | undefined

/** Returns the pages of the device flow (RFC 8628, section 3.3). */
export function devicePages(options: ProviderOptions) {
  return {
    async userCodeInputSource(
      ctx: KoaContextWithOIDC,
      _form: string,
      out?: ErrorOut,
      failure?: Failure,
    ): Promise<void> {
      if (failure && forgetUnsaved(ctx)) return showError(ctx, out!)
      if (failure?.name === 'AbortedError')
        return showPage(ctx, deviceDeniedPage({ clientName: ctx.oidc.client?.clientName }))
      const made = ctx.req as OAuthRequest
      made.isGuess = failure !== undefined && WRONG.has(failure.name)
      if (failure) ctx.status = 400
      const error = failure && (MESSAGES[failure.name] ?? OTHER)
      showPage(ctx, deviceCodePage({ ...formOf(ctx), userCode: failure?.userCode ?? made.userCode, error }))
    },

    async userCodeConfirmSource(
      ctx: KoaContextWithOIDC,
      _form: string,
      _client: unknown,
      _info: unknown,
      userCode: string,
    ) {
      const asked = scopesIn(ctx.oidc.deviceCode!.params?.['scope'])
      const scopes = wordsOf(
        options,
        scopesOfClient(options, ctx.oidc.client!).filter((scope) => asked.includes(scope)),
        ctx.oidc.deviceCode!.params?.['resource'],
      )
      const holder = await findHolder(options.accounts.find, ctx.oidc.session?.accountId ?? '')
      const shown = { userCode, clientName: nameOf(ctx), scopes, account: holder?.user }
      showPage(ctx, deviceConfirmPage({ ...formOf(ctx), ...shown }))
    },

    async successSource(ctx: KoaContextWithOIDC): Promise<void> {
      showPage(ctx, deviceDonePage({ clientName: nameOf(ctx) }))
    },
  }
}

/**
 * Whether a failed request came without the form's cookie. In that case the library creates a session for another form but fails to keep it. The
 * session is discarded, so that no form is shown.
 */
function forgetUnsaved({ oidc }: KoaContextWithOIDC): boolean {
  const session = oidc.session as { exp?: number; touched?: boolean }
  if (session.exp !== undefined) return false
  session.touched = false
  return true
}

const formOf = ({ oidc }: KoaContextWithOIDC) => ({
  action: oidc.urlFor('code_verification'),
  csrf: oidc.session!.state!['secret'] as string,
})

const nameOf = ({ oidc: { client } }: KoaContextWithOIDC) => client?.clientName ?? client?.clientId ?? ''
