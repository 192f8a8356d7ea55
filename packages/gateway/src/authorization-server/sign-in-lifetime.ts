import type { KoaContextWithOIDC, Session } from 'oidc-provider'

/** Lifetime of a sign-in in seconds, whether it is used or not: a working day, as for a session of the API. */
const LIFETIME = 12 * 60 * 60

/** Returns how long a browser's session is stored from now on, in seconds: until its sign-in ends. */
export function sessionLifetime(_ctx: KoaContextWithOIDC, session: Session): number {
  return Math.max(secondsLeft(session), 1)
}

/** Whether the sign-in of this session has ended. The library still finds the session for as long as clocks may differ. */
export const hasEnded = (session: Session): boolean => secondsLeft(session) <= 0

function secondsLeft({ loginTs }: Session): number {
  const now = Math.floor(Date.now() / 1_000)
  return (loginTs ?? now) + LIFETIME - now
}
