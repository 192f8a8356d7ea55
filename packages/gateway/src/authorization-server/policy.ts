import type { errors as _errors } from 'oidc-provider'
import type { UserHolder } from './holder.ts'
import { interactionPolicy } from './library.ts'
import { hasEnded } from './sign-in-lifetime.ts'

const { Check, base } = interactionPolicy

/** Returns the rules for when users must sign in or consent: those of the library, and a sign-in after the credentials or the sign-in have ended. */
export function policy(): interactionPolicy.DefaultPolicy {
  const prompts = base()
  const login = prompts.get('login')!
  login.checks.add(
    new Check('credentials_ended', 'the credentials of this sign-in have ended', 'login_required', ({ oidc }) =>
      oidc.session!.accountId !== undefined && !oidc.account ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  )
  login.checks.add(
    new Check('sign_in_ended', 'this sign-in has ended', 'login_required', ({ oidc }) =>
      hasEnded(oidc.session!) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
    ),
  )
  // The library would compare `sub` with the holder's name, not with the user's identifier.
  login.checks.remove('id_token_hint')
  login.checks.add(
    new Check('id_token_hint', 'somebody else than the ID token names is signed in', 'login_required', ({ oidc }) => {
      const hinted = oidc.entities.IdTokenHint?.payload['sub']
      const holder = oidc.account as UserHolder | undefined
      return hinted === undefined || hinted === holder?.user.id ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  return prompts
}
