import { type Power, sees } from '../contract/access.ts'

/** The scope that reading an event of each name takes, beside that of the log; undefined for none. */
export type EventScopes = ReadonlyMap<string, string | undefined>

/** The channel that events of a name are pushed to. Those of other names go to that of everything else. */
export type EventChannels = ReadonlyMap<string, string>

interface Subject {
  event: string
  /** The user whose record it is about; null when it is about none. */
  user_id: string | null
}

/** Who may see which events: who may read the records that they are about (decisions: An event is read by who may read its record). */
export class EventAccess {
  readonly #scopes: EventScopes
  readonly #channels: EventChannels

  constructor(scopes: EventScopes, channels: EventChannels = new Map()) {
    this.#scopes = scopes
    this.#channels = channels
  }

  /** The channel that an event of this name is pushed to, and those of owners below it; undefined for that of everything else. */
  channelOf(name: string): string | undefined {
    return this.#channels.get(name)
  }

  /** Names of all events. */
  get names(): readonly string[] {
    return [...this.#scopes.keys()]
  }

  /** The scope that reading an event of this name takes; undefined for none. */
  scopeOf(name: string): string | undefined {
    return this.#scopes.get(name)
  }

  /** The scopes that reading events of these names takes. */
  scopesToRead(names: readonly string[]): string[] {
    const scopes = names.map((name) => this.scopeOf(name)).filter((scope) => scope !== undefined)
    return [...new Set(scopes)]
  }

  /** Those of the scopes for events of these names that a caller lacks. */
  missing({ scopes }: Power, names: readonly string[]): string[] {
    return this.scopesToRead(names).filter((scope) => !scopes.has(scope))
  }

  /** Names of the events that a caller may read of. */
  namesFor(reader: Power): readonly string[] {
    return this.names.filter((name) => this.mayRead(reader, name))
  }

  /** Whether a caller may read records of the kind that an event of this name is about. */
  mayRead({ scopes }: Power, name: string): boolean {
    const scope = this.scopeOf(name)
    return scope === undefined || scopes.has(scope)
  }

  /** Whether a caller may see an event: of a kind of record that it may read, and not of somebody else whose records it does not see. */
  maySee(reader: Power, { event, user_id }: Subject): boolean {
    return this.mayRead(reader, event) && sees(reader, user_id)
  }
}
