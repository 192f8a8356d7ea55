import type { KoaContextWithOIDC, Session } from 'oidc-provider'
import { signedOutPage } from '../pages/signed-out.ts'
import { signOutPage } from '../pages/sign-out.ts'
import { stillSignedInPage } from '../pages/still-signed-in.ts'
import { findHolder } from './holder.ts'
import type { ProviderOptions } from './options.ts'
import { showPage } from './show-page.ts'

/** Returns the pages for sign-out (OpenID Connect RP-Initiated Logout, section 2). */
export function signOutPages({ accounts }: ProviderOptions) {
  return {
    async logoutSource(ctx: KoaContextWithOIDC): Promise<void> {
      const { oidc } = ctx
      const { session } = oidc
      const holder = await findHolder(accounts.find, session!.accountId!)
      // The library would end the grant of the named client, whatever the user answers.
      session!.state!['clientId'] = undefined
      const form = { action: oidc.urlFor('end_session_confirm'), csrf: session!.state!['secret'] as string }
      showPage(ctx, signOutPage({ ...form, account: holder?.user }))
    },
    postLogoutSuccessSource: async (ctx: KoaContextWithOIDC) => showPage(ctx, signedOutPage()),
  }
}

/** Shows the signed-out page at once when no user is signed in. The library would send a form by a script. */
export async function skipNeedlessSignOut(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  if (ctx.oidc?.route !== 'end_session' || ctx.status !== 200 || ctx.oidc.session?.accountId !== undefined) return
  showPage(ctx, signedOutPage())
}

/** Tells a user who did not sign out so. The library would say that the user is signed out. */
export async function tellOfStaying(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  const session: (Session & { destroyed?: boolean }) | undefined = ctx.oidc?.session
  if (ctx.oidc?.route !== 'end_session_confirm' || ctx.status !== 303) return
  if (session?.accountId === undefined || session.destroyed) return
  ctx.status = 200
  ctx.remove('location')
  showPage(ctx, stillSignedInPage())
}
