import { createHash, randomBytes } from 'node:crypto'
import type { Account } from '@roster/api'
import type { ProviderOptions, StoredClient } from '@roster/gateway'
import type { Service } from './service.ts'

/** Clients and passwords of the tests. */
export class Registrations {
  readonly clients = new Map<string, StoredClient>()
  readonly passwords = new Map<string, { id: string; password: string }>()

  readonly find: ProviderOptions['clients']['find'] = async (id) => this.clients.get(id)

  /** The account that e-mail address and password open, found by `find`. */
  async signIn(
    email: string,
    password: string,
    find: ProviderOptions['accounts']['find'],
  ): Promise<Account | undefined> {
    const known = this.passwords.get(email)
    return known?.password === password ? find(known.id) : undefined
  }
}

export interface TestClient {
  client_id: string
  client_secret: string
}

export const PASSWORD = 'correct horse battery staple'
export const REDIRECT_URI = 'https://app.example.com/callback'

/** Registers a client. By default it is confidential, takes every grant and may have every scope a viewer may hold. */
export function addClient({ registrations }: Service, settings: Partial<StoredClient> = {}): TestClient {
  const client_id = `cli_${randomBytes(13).toString('hex').toUpperCase()}`
  const client_secret = randomBytes(24).toString('base64url')
  const method = settings.token_endpoint_auth_method ?? 'client_secret_basic'
  const usesSecret = method.startsWith('client_secret')
  registrations.clients.set(client_id, {
    client_id,
    name: 'Test app',
    type: method === 'none' ? 'public' : 'confidential',
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials', DEVICE_CODE],
    redirect_uris: [REDIRECT_URI],
    scopes: ['openid', 'profile', 'email', 'read:users', 'read:orders', 'write:users'],
    token_endpoint_auth_method: method,
    tls_client_auth_subject_dn: null,
    jwks: null,
    secret_hash: usesSecret ? createHash('sha256').update(client_secret).digest('hex') : null,
    ...settings,
  })
  return { client_id, client_secret }
}

export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

/** Adds a user who can sign in with `PASSWORD`. */
export async function addUser(service: Service, name: string, role: 'admin' | 'viewer' = 'viewer') {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const { body } = await service.admin.rest('POST /v1/users', { name, email, role })
  service.registrations.passwords.set(email, { id: body.id, password: PASSWORD })
  return { id: body.id as string, email }
}
