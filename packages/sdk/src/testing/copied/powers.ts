// Written from the contract by `npm run generate:sdk`.

import { type Access, holds, missing, type Power as PowerOf } from './access.ts'
import type { Principal } from '../principal.ts'
import { Problem } from '../core.ts'
import type { Role, Scope } from '../policy.ts'

export type Power = PowerOf<Scope>

/** What callers, records and credentials may do, by the policy of an application. */
export class Powers {
  readonly #access: Access<Scope, Role>

  constructor(access: Access<Scope, Role>) {
    this.#access = access
  }

  /** What a caller may do. */
  ofPrincipal(principal: Principal): Power {
    return { scopes: principal.scopes, owner: this.#access.ownerOf(principal) ?? null }
  }

  /** What whoever acts as a user may do: to set its password, or to hold a key of it, is to have this. */
  ofUser({ id, role }: { id: string; role: Role }): Power {
    return this.#access.powerOf({ role, user_id: id })
  }

  /**
   * What a user record gives to the person it is about, beyond that person's own records. Whoever makes, changes or ends the record must hold it.
   */
  ofRecord(user: { id: string; role: Role }): Power {
    const power = this.ofUser(user)
    return power.owner === null ? power : { scopes: new Set(), owner: user.id }
  }

  /** What an API key may do. */
  ofKey(key: { role: Role; user_id: string | null; scopes: readonly Scope[] }): Power {
    return this.#access.powerOf(key, key.scopes)
  }

  /** What scopes allow to who sees the records of everybody: OAuth clients, and webhook endpoints by those of what they are sent. */
  ofScopes(scopes: readonly string[]): Power {
    return { scopes: new Set(scopes.filter((scope) => this.#access.isScope(scope))), owner: null }
  }

  /**
   * Throws `forbidden` unless a caller holds every one of these powers: those that `subject` has now and would have afterwards (decisions:
   * Nobody gives, takes over or ends more than they hold). `subject` begins a sentence, such as `This API key`.
   */
  requireHeld(principal: Principal, subject: string, ...powers: readonly Power[]): void {
    const own = this.ofPrincipal(principal)
    const beyond = powers.find((power) => !holds(own, power))
    if (beyond) throw new Problem('forbidden', `${subject} ${excess(own, beyond)} Call with a credential that may.`)
  }
}

function excess(own: Power, power: Power): string {
  const lacking = missing(own, power)
  if (lacking.length === 0) return 'reaches records that this credential does not see.'
  return `may do more than this credential, which lacks ${lacking.join(', ')}.`
}
