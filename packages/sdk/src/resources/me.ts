// Written from the contract by `npm run generate:sdk`.

import type { APIPromise } from '../core/response.ts'
import type { ConditionalReadOptions, ReadOptions } from '../core/options.ts'
import { Resource } from '../core/resource.ts'
import type { User } from './users.ts'

/** The caller, as the service sees it. */
export interface Me {
  principal: Principal
  /** Role it acts in. */
  role: 'admin' | 'viewer' | 'service'
  /** What it may do. At most 10 entries. */
  scopes: (
    | 'read:users'
    | 'write:users'
    | 'delete:users'
    | 'read:orders'
    | 'write:orders'
    | 'read:events'
    | 'manage:keys'
    | 'manage:webhooks'
    | 'manage:clients'
    | 'read:metrics'
  )[]
  /** The user it acts as; null for a machine. */
  user: User | null
}

/** The caller that a credential stands for. */
export interface Principal {
  /** Kind of credential. */
  type: 'api_key' | 'access_token' | 'session'
  /**
   * Opaque identifier of the key, client or user; for a user of an external provider, the identifier there. At most
   * 255 characters.
   */
  id: string
  /** Its name. 1 to 200 characters. */
  name: string
}

/** Who is calling. */
export class MeResource extends Resource {
  /**
   * Get the caller.
   *
   * The credential of this request: its scopes, and the user it acts as. Needs any credential.
   *
   * Needs any credential.
   *
   * @example
   * await roster.me.get()
   */
  get(options?: ReadOptions): APIPromise<Me>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(options: ConditionalReadOptions): APIPromise<Me | null>
  get(options: ConditionalReadOptions = {}): APIPromise<Me | null> {
    return this.client.request<Me>('GET', '/v1/me', {}, options)
  }
}
