import type { StoredClient } from '@roster/gateway'
import type { Service } from './service.ts'

export interface TestClient {
  client_id: string
  client_secret: string
}

/** `Authorization` of a client. */
export const basicOf = ({ client_id, client_secret }: TestClient) =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`

export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'
export const REDIRECT_URI = 'https://app.example.com/callback'

/** Registers a client. By default it has a secret, gets tokens in every way there is, and may have more than a viewer may hold. */
export async function addClient({ admin }: Service, settings: Partial<StoredClient> = {}): Promise<TestClient> {
  const isPublic = settings.token_endpoint_auth_method === 'none'
  const { status, body } = await admin.rest('POST /v1/oauth-clients', {
    name: 'Test app',
    type: isPublic ? 'public' : 'confidential',
    grant_types: ['authorization_code', 'refresh_token', DEVICE_CODE, ...(isPublic ? [] : ['client_credentials'])],
    redirect_uris: [REDIRECT_URI],
    scopes: ['openid', 'profile', 'email', 'read:users', 'read:orders', 'write:users'],
    ...settings,
  })
  if (status !== 201) throw new Error(`No client was registered: ${JSON.stringify(body)}`)
  return body
}

export const PASSWORD = 'correct horse battery staple'

/** The argon2id hash of `PASSWORD`. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$CUdBbMwBrBm7vk07Y86kPw$0Xvmn3Th6G3WhvWZVfteCyNzcQe4aQJotd+//PWnLOc'

/** Adds a user who can sign in with `PASSWORD`. */
export async function addUser({ admin, database }: Service, name: string, role: 'admin' | 'viewer' = 'viewer') {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const { body } = await admin.rest('POST /v1/users', { name, email, role })
  await database.query({ text: 'update users set password_hash = $1 where id = $2' }, [PASSWORD_HASH, body.id])
  return { id: body.id as string, email }
}
