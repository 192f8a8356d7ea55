import { type Power, sees } from '../contract/access.ts'

/** By the name of an event, the scope that reading it takes besides the scope of the log; undefined for none. */
export type EventScopes = ReadonlyMap<string, string | undefined>

/** By the name of an event, the channel that carries it. All other events go to the channel `system`. */
export type EventChannels = ReadonlyMap<string, string>

interface Subject {
  event: string
  /** The user who owns the record; null for none. */
  user_id: string | null
}

/**
 * Decides who may see which events: a caller who may read a record may see its events (decisions: An event is read by who may read its record). What another
 * version of the application has written under a name that this one does not know is read by who may read all events.
 */
export class EventAccess {
  readonly #scopes: EventScopes
  readonly #channels: EventChannels
  /** The scopes that reading all events takes. */
  readonly allScopes: readonly string[]

  constructor(scopes: EventScopes, channels: EventChannels = new Map()) {
    this.#scopes = scopes
    this.#channels = channels
    this.allScopes = this.scopesToRead(this.names)
  }

  /** Returns the channel of an event, below which each owner has a channel; undefined when its resource has none. */
  channelOf(name: string): string | undefined {
    return this.#channels.get(name)
  }

  /** Names of all events. */
  get names(): readonly string[] {
    return [...this.#scopes.keys()]
  }

  /** Returns the scope that reading an event of this name takes; undefined for none, and for a name that is not known. */
  scopeOf(name: string): string | undefined {
    return this.#scopes.get(name)
  }

  /** Returns the scopes that reading events of these names takes. */
  scopesToRead(names: readonly string[]): string[] {
    const scopes = names.map((name) => this.scopeOf(name)).filter((scope) => scope !== undefined)
    return [...new Set(scopes)]
  }

  /** Returns the scopes for events of these names that a caller lacks. */
  missing({ scopes }: Power, names: readonly string[]): string[] {
    return this.scopesToRead(names).filter((scope) => !scopes.has(scope))
  }

  /** Returns the names of the events that a caller may read. */
  namesFor(reader: Power): readonly string[] {
    return this.names.filter((name) => this.mayRead(reader, name))
  }

  /** Whether a caller may read the kind of records that an event of this name is about. */
  mayRead({ scopes }: Power, name: string): boolean {
    const scope = this.scopeOf(name)
    if (scope !== undefined) return scopes.has(scope)
    return this.#scopes.has(name) || this.allScopes.every((one) => scopes.has(one))
  }

  /** Whether a caller may see an event: it may read records of this kind, and sees the records of this owner. */
  maySee(reader: Power, { event, user_id }: Subject): boolean {
    return this.mayRead(reader, event) && sees(reader, user_id)
  }
}
