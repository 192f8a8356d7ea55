import type { Principal } from '../contract/principal.ts'
import type { PrincipalSource } from '../identity/principal-source.ts'
import { sees, seesAll } from '../contract/access.ts'
import { Problem } from '../contract/problem.ts'
import type { Database } from '../data/database.ts'
import type { EventAccess } from './event-access.ts'
import type { Entry } from '../event-log/entry.ts'
import type { Selection } from '../event-log/read-on.ts'

/** The channel where people talk to each other. It has no events, and everybody may join it. */
export const LOBBY = 'lobby'

/** Where the events of everything else go. */
const SYSTEM = 'system'

/** Channels that no resource can have for its own events. */
export const RESERVED_CHANNELS: readonly string[] = [LOBBY, SYSTEM]

/** Which events go where, and who may listen. */
export interface Channels {
  /** What a caller must hold to open a socket. */
  readonly scope: string
  /** The channels that an entry is pushed to. */
  of(entry: Entry): readonly string[]
  /** Throws `forbidden`, in the same words for a channel that does not exist and for one that this caller may not have. */
  require(principal: Principal, channel: string): Promise<void>
  /** What of the log may be on a channel and for this caller. */
  selection(principal: Principal, channel: string): Selection
  /** Whether an entry of a channel that a caller has is for this caller. */
  maySee(principal: Principal, entry: Entry): boolean
}

/** The channels of the event log, in an application with this rule. */
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

/** Whether there is or was such an owner: whoever mistypes an identifier should not wait for events in vain. */
const exists = async (database: Database, owner: string) => (await database.query(known, [owner])).length > 0
