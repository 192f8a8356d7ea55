import type { Resource } from '../contract/define.ts'
import type { Principal } from '../contract/principal.ts'
import { access, type Scope } from '../contract/scopes.ts'
import type { Entry } from './entry.ts'

/** Who may see which events: who may read the records that they are about (decisions: An event is read by who may read its record). */
export class EventAccess {
  readonly #scopes: ReadonlyMap<string, Scope | undefined>

  /** `resources` are those whose operations emit events. */
  constructor(resources: readonly Pick<Resource, 'events' | 'readScope'>[]) {
    const named = resources.flatMap(({ events, readScope }) =>
      Object.keys(events).map((name) => [name, readScope] as const),
    )
    this.#scopes = new Map(named)
  }

  /** Names of all events. */
  get names(): readonly string[] {
    return [...this.#scopes.keys()]
  }

  /** The scopes that reading events of these names takes. */
  scopesOf(names: Iterable<string>): Scope[] {
    const scopes = Array.from(names, (name) => this.#scopes.get(name))
    return [...new Set(scopes.filter((scope) => scope !== undefined))]
  }

  /** Names of the events that a caller may read of; undefined for all. */
  namesFor(principal: Principal): string[] | undefined {
    const readable = this.names.filter((name) => this.mayRead(principal, name))
    return readable.length === this.names.length ? undefined : readable
  }

  /** Whether a caller may read records of the kind that an event of this name is about. */
  mayRead({ scopes }: Principal, name: string): boolean {
    const scope = this.#scopes.get(name)
    return scope === undefined || scopes.has(scope)
  }

  /** Whether a caller may see an event: of a kind of record that it may read, and not of somebody else whose records it does not see. */
  maySee(principal: Principal, { event, user_id }: Pick<Entry, 'event' | 'user_id'>): boolean {
    return this.mayRead(principal, event) && access.sees(principal, user_id)
  }

  /** SQL: the scope that reading an event of this name takes; null for none. */
  sqlScopeOf(name: string): string {
    const cases = Array.from(this.#scopes, ([event, scope]) => scope && ` when '${event}' then '${scope}'`)
    return `case ${name}${cases.join('')} end`
  }
}
