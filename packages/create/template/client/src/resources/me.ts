// Written by `roster-generate` from the contract. Changes to it are lost.

import { type APIPromise, type ConditionalReadOptions, type ReadOptions, Resource } from '@roster/sdk/client'
import type { Member } from './members.ts'

/** The caller, as the service sees it. */
export interface Me {
  principal: Principal
  /** Role it acts in. */
  role: 'administrator' | 'member' | 'service'
  /** What it may do. At most 7 entries. */
  scopes: (
    | 'read:records'
    | 'write:records'
    | 'manage:members'
    | 'manage:keys'
    | 'manage:clients'
    | 'manage:webhooks'
    | 'read:metrics'
  )[]
  /** The user it acts as; null for a machine. */
  user: Member | null
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
   * await starterApi.me.get()
   */
  get(options?: ReadOptions): APIPromise<Me>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(options: ConditionalReadOptions): APIPromise<Me | null>
  get(options: ConditionalReadOptions = {}): APIPromise<Me | null> {
    return this.client.request<Me>('GET', '/v1/me', {}, options)
  }
}
