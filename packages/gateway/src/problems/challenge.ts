import type { Problem } from '@roster/core/contract'

/**
 * Returns the headers of the response to a problem. Adds the realm to challenges (RFC 9110, section 11.5): the code that makes a challenge does not
 * know the service.
 */
export function headersOf({ headers }: Problem, realm: string): Problem['headers'] {
  const challenges = headers['www-authenticate']
  if (challenges === undefined) return headers
  const inRealm = (challenge: string) => withRealm(challenge, realm)
  return { ...headers, 'www-authenticate': Array.isArray(challenges) ? challenges.map(inRealm) : inRealm(challenges) }
}

/** Puts the realm first among the parameters of a challenge. */
function withRealm(challenge: string, realm: string): string {
  const [scheme = '', ...parameters] = challenge.split(' ')
  const named = `${scheme} realm="${realm}"`
  return parameters.length === 0 ? named : `${named}, ${parameters.join(' ')}`
}
