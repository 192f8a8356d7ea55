import { createPublicKey, X509Certificate } from 'node:crypto'
import type { Fault } from '../contract/fault.ts'
import { fault } from '../validation/fault.ts'
import { invalid } from '../validation/invalid.ts'
import type { JsonWebKeySet } from './client-metadata.contract.ts'
import type { NewClient } from './oauth-client.entity.ts'

type Path = (string | number)[]
type Broken = [path: Path, code: string, message: string]

/** Throws `validation-failed` for a client whose settings do not fit together. */
export function requireSound(client: NewClient): void {
  const broken = RULES.flatMap((rule) => rule(client))
  if (broken.length > 0) throw invalid('body', broken.map(toFault))
}

const toFault = ([path, code, message]: Broken): Fault => fault('body', path, code, message)

const RULES: ((client: NewClient) => Broken[])[] = [grantFaults, typeFaults, subjectFaults, keyFaults]

function grantFaults({ grant_types: grants, redirect_uris: uris }: NewClient): Broken[] {
  const faults: Broken[] = []
  const isForPeople = grants.some((grant) => grant === 'authorization_code' || grant.endsWith(':device_code'))
  if (grants.includes('refresh_token') && !isForPeople)
    faults.push([['grant_types'], 'incomplete', 'must hold a grant that refresh tokens come from'])
  if (grants.includes('authorization_code') && uris.length === 0)
    faults.push([['redirect_uris'], 'required', 'must hold an address for the grant authorization_code'])
  return faults
}

function typeFaults({ type, grant_types: grants, token_endpoint_auth_method: method }: NewClient): Broken[] {
  const faults: Broken[] = []
  if ((type === 'public') !== (method === 'none')) {
    const message =
      type === 'public' ? 'must be none for a public client' : 'must not be none for a confidential client'
    faults.push([['token_endpoint_auth_method'], 'invalid-value', message])
  }
  if (type === 'public' && grants.includes('client_credentials'))
    faults.push([['grant_types'], 'invalid-value', 'must not hold client_credentials for a public client'])
  return faults
}

function subjectFaults({
  token_endpoint_auth_method: method,
  tls_client_auth_subject_dn: subject,
}: NewClient): Broken[] {
  return presence('tls_client_auth_subject_dn', subject, method, 'tls_client_auth')
}

function keyFaults({ token_endpoint_auth_method: method, jwks }: NewClient): Broken[] {
  const misplaced = presence('jwks', jwks, method, 'self_signed_tls_client_auth')
  return misplaced.length > 0 || jwks === null ? misplaced : certificateFaults(jwks)
}

/** A member that belongs to one way of authentication: required there, and null with any other. */
function presence(member: string, value: unknown, method: string, belongsTo: string): Broken[] {
  if ((value !== null) === (method === belongsTo)) return []
  if (value === null) return [[[member], 'required', `is required with ${belongsTo}`]]
  return [[[member], 'unused', `must be null except with ${belongsTo}`]]
}

function certificateFaults({ keys }: JsonWebKeySet): Broken[] {
  return keys.flatMap((key, index): Broken[] =>
    isCertified(key)
      ? []
      : [[['jwks', 'keys', index], 'invalid-key', 'must be a public key with its certificate in x5c']],
  )
}

/** Whether the first certificate is one of this key (RFC 7517, section 4.7). */
function isCertified(key: JsonWebKeySet['keys'][number]): boolean {
  try {
    const certificate = new X509Certificate(Buffer.from(key.x5c[0]!, 'base64'))
    return certificate.publicKey.equals(createPublicKey({ key: key as never, format: 'jwk' }))
  } catch {
    return false
  }
}
