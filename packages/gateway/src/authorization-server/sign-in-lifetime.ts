import type { KoaContextWithOIDC, Session } from 'oidc-provider'

/** How long a sign-in lasts, visits or not, in seconds: a working day, as a session of the API does. */
const LIFETIME = 12 * 60 * 60

/** How long what is known of a browser is kept from now on, in seconds: until its sign-in ends. */
export function sessionLifetime(_ctx: KoaContextWithOIDC, session: Session): number {
  return Math.max(secondsLeft(session), 1)
}

/** Whether the sign-in in this browser has ended. The library goes on finding it for as long as clocks may differ. */
export const hasEnded = (session: Session): boolean => secondsLeft(session) <= 0

function secondsLeft({ loginTs }: Session): number {
  const now = Math.floor(Date.now() / 1_000)
  return (loginTs ?? now) + LIFETIME - now
}
