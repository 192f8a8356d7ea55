import type { Fault } from '../contract/fault.ts'
import { fault } from '../validation/fault.ts'

/** The settings of a client that depend on each other. */
export interface Settings {
  type: string
  grant_types: readonly string[]
  redirect_uris: readonly string[]
  token_endpoint_auth_method: string
  tls_client_auth_subject_dn: unknown
  jwks: unknown
}

/** Returns the faults of settings that contradict each other. It does not check keys and certificates themselves. */
export const settingFaults = (client: Settings): Fault[] => [
  ...grantFaults(client),
  ...typeFaults(client),
  ...authenticationFaults(client),
]

const at = (member: string, code: string, message: string) => fault('body', [member], code, message)

function grantFaults({ grant_types: grants, redirect_uris: uris }: Settings): Fault[] {
  const isForPeople = grants.some((grant) => grant === 'authorization_code' || grant.endsWith(':device_code'))
  const faults: Fault[] = []
  if (grants.includes('refresh_token') && !isForPeople)
    faults.push(at('grant_types', 'incomplete', 'must hold a grant that refresh tokens come from'))
  if (grants.includes('authorization_code') && uris.length === 0)
    faults.push(at('redirect_uris', 'required', 'must hold an address for the grant authorization_code'))
  return faults
}

function typeFaults({ type, grant_types: grants, token_endpoint_auth_method: method }: Settings): Fault[] {
  const faults: Fault[] = []
  const isPublic = type === 'public'
  const message = isPublic ? 'must be none for a public client' : 'must not be none for a confidential client'
  if (isPublic !== (method === 'none')) faults.push(at('token_endpoint_auth_method', 'invalid-value', message))
  if (isPublic && grants.includes('client_credentials'))
    faults.push(at('grant_types', 'invalid-value', 'must not hold client_credentials for a public client'))
  return faults
}

/** Members that belong to one authentication method: required with it, and null with any other. */
const BELONGS = [
  ['tls_client_auth_subject_dn', 'tls_client_auth'],
  ['jwks', 'self_signed_tls_client_auth'],
] as const

function authenticationFaults(client: Settings): Fault[] {
  return BELONGS.flatMap(([member, method]) => {
    const isHere = client[member] !== null
    if (isHere === (client.token_endpoint_auth_method === method)) return []
    return isHere
      ? [at(member, 'unused', `must be null except with ${method}`)]
      : [at(member, 'required', `is required with ${method}`)]
  })
}
