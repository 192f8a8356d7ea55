import type { TokenCredential } from '@roster/core/contract'
import { type DenyList, hasLostAccess, spendProof } from '@roster/core/server'
import type { JWTVerifyGetKey } from 'jose'
import { type AccessTokenOptions, accessTokens } from '../auth/access-tokens.ts'
import type { Mechanism } from '../auth/credentials.ts'
import { issuerKeys } from '../auth/issuer-keys.ts'
import type { Runtime } from './runtime.ts'

/** Whom a token must be for, and what of the service that is. */
export type TokenResource = Pick<AccessTokenOptions, 'audience' | 'resourcePath' | 'scope' | 'isOfAgents'>

/** How access tokens are taken, where it is not as usual. */
export type AdjustTokens = (usual: AccessTokenOptions) => AccessTokenOptions

/** What access tokens are checked with, beside the settings. */
interface Checks {
  /** Access tokens that were ended. */
  denyList: Pick<DenyList, 'includes'>
  /** Keys of this service, by which its own tokens are signed. */
  ownKeys: JWTVerifyGetKey
  certificateOf: AccessTokenOptions['certificateOf']
  adjust: AdjustTokens
}

/** Takes access tokens for a part of the service. */
export type TokenMechanisms = (resource: TokenResource) => Mechanism[]

/** Takes the access tokens of the built-in authorization server, or of the one in the setting `ISSUER`. */
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

/** Who issues the tokens. Another issuer is not told who lost access here, so that each token is asked about that. */
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
