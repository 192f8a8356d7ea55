import type { Principal } from '../contract/principal.ts'
import type { PrincipalSource } from '../identity/principal-source.ts'
import { sees, seesAll } from '../contract/access.ts'
import { Problem } from '../contract/problem.ts'
import type { Database } from '../data/database.ts'
import type { EventAccess } from './event-access.ts'
import type { Entry } from '../event-log/entry.ts'
import type { Selection } from '../event-log/read-on.ts'

/** The channel for messages between clients. It carries no events, and every caller may join it. */
export const LOBBY = 'lobby'

/** The channel for events whose resource has no channel of its own. */
const SYSTEM = 'system'

/** Names that no resource can give to a channel of its own. */
export const RESERVED_CHANNELS: readonly string[] = [LOBBY, SYSTEM]

/** The channels of an application: which events they carry, and who may join them. */
export interface Channels {
  /** The scope that a caller needs to open a socket. */
  readonly scope: string
  /** Returns the channels that carry an entry. */
  of(entry: Entry): readonly string[]
  /** Throws `forbidden` for a channel that does not exist, and in the same words for one that this caller may not join. */
  require(principal: Principal, channel: string): Promise<void>
  /** Returns a selection of the log that includes all entries of a channel for this caller. */
  selection(principal: Principal, channel: string): Selection
  /** Whether a caller who has joined a channel may see an entry of it. */
  maySee(principal: Principal, entry: Entry): boolean
}

/** Returns the channels of the event log, in an application with these access rules. */
export function eventChannels({ database, access }: PrincipalSource, events: EventAccess): Channels {
  const channelOf = (event: string) => events.channelOf(event) ?? SYSTEM
  return {
    scope: access.scopeFor.events,
    of({ event, user_id }) {
      const channel = channelOf(event)
      return channel === SYSTEM || user_id === null ? [channel] : [channel, `${channel}.${user_id}`]
    },
    async require(principal, channel) {
      if (channel === LOBBY || (await isOpenTo(principal, channel))) return
      throw new Problem('forbidden', `The channel ${channel} does not exist, or is not for this credential.`)
    },
    selection(principal, channel) {
      const [kind, owner = principal.owner] = channel.split('.')
      return { owner, names: kind === SYSTEM ? undefined : events.names.filter((name) => channelOf(name) === kind) }
    },
    maySee: (principal, entry) => events.maySee(principal, entry),
  }

  async function isOpenTo(principal: Principal, channel: string): Promise<boolean> {
    const [kind = '', owner, ...rest] = channel.split('.')
    const mayRead = events.names.some((name) => channelOf(name) === kind && events.mayRead(principal, name))
    if (!mayRead || rest.length > 0) return false
    if (owner === undefined) return seesAll(principal)
    return kind !== SYSTEM && sees(principal, owner) && exists(database, owner)
  }
}

const known = { name: 'owner of channel', text: 'select 1 from accounts where id = $1 or owner = $1 limit 1' }

/**
 * Whether an owner with this identifier exists or existed: a mistyped identifier must be refused, and not open a channel without events. PostgreSQL has no text
 * with a NUL in it.
 */
const exists = async (database: Database, owner: string) =>
  !owner.includes('\0') && (await database.query(known, [owner])).length > 0
