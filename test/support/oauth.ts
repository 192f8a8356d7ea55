import type { OauthClientsCreateBody } from '@roster/sdk'
import { givePassword } from './passwords.ts'
import type { Service } from './service.ts'

export interface TestClient {
  client_id: string
  client_secret: string
}

/** Returns the `Authorization` header of a client. */
export const basicOf = ({ client_id, client_secret }: TestClient) =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`

export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'
export const REDIRECT_URI = 'https://app.example.com/callback'
/** The code challenge of RFC 7636, Appendix B. */
export const CHALLENGE = {
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}

/** Registers a client. By default it has a secret, all grant types, and more scopes than a viewer may hold. */
export async function addClient(
  { admin }: Service,
  settings: Partial<OauthClientsCreateBody> = {},
): Promise<TestClient> {
  const isPublic = settings.token_endpoint_auth_method === 'none'
  const { client_id, client_secret } = await admin.sdk.oauthClients.create({
    name: 'Test app',
    type: isPublic ? 'public' : 'confidential',
    grant_types: [
      'authorization_code',
      'refresh_token',
      DEVICE_CODE,
      ...(isPublic ? [] : (['client_credentials'] as const)),
    ],
    redirect_uris: [REDIRECT_URI],
    scopes: ['openid', 'profile', 'email', 'read:users', 'read:orders', 'write:users'],
    ...settings,
  })
  return { client_id, client_secret: client_secret! }
}

/** Adds a user who can sign in with `PASSWORD`. */
export async function addUser({ admin, database }: Service, name: string, role: 'admin' | 'viewer' = 'viewer') {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const { id } = await admin.sdk.users.create({ name, email, role })
  await givePassword(database, [id])
  return { id, email }
}
