import type { KoaContextWithOIDC } from 'oidc-provider'
import { signedOutPage } from '../pages/signed-out.ts'
import { signOutPage } from '../pages/sign-out.ts'
import { findHolder } from './holder.ts'
import type { ProviderOptions } from './options.ts'
import { showPage } from './show-page.ts'

/** The pages of signing out (OpenID Connect RP-Initiated Logout, section 2). */
export function signOutPages({ accounts }: ProviderOptions) {
  return {
    async logoutSource(ctx: KoaContextWithOIDC): Promise<void> {
      const { oidc } = ctx
      const { session } = oidc
      const holder = await findHolder(accounts.find, session!.accountId!)
      endAllWith(ctx)
      const form = { action: oidc.urlFor('end_session_confirm'), csrf: session!.state!['secret'] as string }
      showPage(ctx, signOutPage({ ...form, account: holder?.user }))
    },
    postLogoutSuccessSource: async (ctx: KoaContextWithOIDC) => showPage(ctx, signedOutPage()),
  }
}

/** What was granted through this sign-in ends with it, as the page says. */
function endAllWith({ oidc: { session } }: KoaContextWithOIDC): void {
  for (const authorization of Object.values(session!.authorizations ?? {})) authorization.persistsLogout = false
}

/** Where nobody is signed in there is nothing to confirm; the library would send a form by a script. */
export async function skipNeedlessSignOut(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  if (ctx.oidc?.route !== 'end_session' || ctx.status !== 200 || ctx.oidc.session?.accountId !== undefined) return
  showPage(ctx, signedOutPage())
}
