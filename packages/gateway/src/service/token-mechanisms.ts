import type { TokenCredential } from '@roster/core/contract'
import { type DenyList, hasLostAccess, spendProof } from '@roster/core/server'
import type { JWTVerifyGetKey } from 'jose'
import { type AccessTokenOptions, accessTokens } from '../auth/access-tokens.ts'
import type { Mechanism } from '../auth/credentials.ts'
import { issuerKeys } from '../auth/issuer-keys.ts'
import type { Runtime } from './runtime.ts'

/** The audience that a token must have, and the part of the service that it stands for. */
export type TokenResource = Pick<AccessTokenOptions, 'audience' | 'resourcePath' | 'scope' | 'isOfAgents'>

/** Changes the usual options of access tokens. */
export type AdjustTokens = (usual: AccessTokenOptions) => AccessTokenOptions

/** The parts that check access tokens, beside the settings. */
interface Checks {
  /** Access tokens that were ended. */
  denyList: Pick<DenyList, 'includes'>
  /** Keys that verify the tokens of this service. */
  ownKeys: JWTVerifyGetKey
  certificateOf: AccessTokenOptions['certificateOf']
  adjust: AdjustTokens
}

/** Returns the mechanisms for access tokens to a part of the service. */
export type TokenMechanisms = (resource: TokenResource) => Mechanism[]

/** Returns the mechanisms for access tokens of the built-in authorization server, or of the one in the setting `ISSUER`. */
export function tokenMechanisms(runtime: Runtime, { adjust, certificateOf, ...checks }: Checks): TokenMechanisms {
  const { application, database, baseUrl, now } = runtime
  const usual = {
    ...issued(runtime, checks),
    access: application.access,
    certificateOf,
    spendProof: (id: string, expires: number) => spendProof(database, id, expires),
    baseUrl,
    now,
  }
  return (resource) => accessTokens(adjust({ ...usual, ...resource }))
}

type Issued = Pick<AccessTokenOptions, 'issuer' | 'keys' | 'isDenied'>

/**
 * Returns the issuer of the tokens, its keys and the check for denied tokens. Another issuer does not learn who lost access here, so each of its tokens is
 * checked for that.
 */
function issued(
  { application, database, settings, baseUrl }: Runtime,
  { denyList, ownKeys }: Pick<Checks, 'denyList' | 'ownKeys'>,
): Issued {
  const { access } = application
  const isListed = ({ credential }: { credential: TokenCredential }) => denyList.includes(credential)
  if (settings.ISSUER === undefined) return { issuer: baseUrl, keys: ownKeys, isDenied: isListed }
  return {
    issuer: settings.ISSUER,
    keys: issuerKeys(settings.ISSUER),
    isDenied: (principal) => isListed(principal) || hasLostAccess({ database, access }, principal),
  }
}
