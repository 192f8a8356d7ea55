import type { Principal } from '../contract/principal.ts'
import { idPrefixes, isId } from '../contract/ids.ts'
import { sees, seesAll } from '../contract/access.ts'
import { Problem } from '../contract/problem.ts'
import type { Database } from '../data/database.ts'
import type { EventAccess } from './event-access.ts'
import type { Entry } from '../event-log/entry.ts'

/** The channel where people talk to each other. It has no events, and everybody may join it. */
export const LOBBY = 'lobby'

/** Where the events of everything else go. */
const SYSTEM = 'system'

/** The channel of a kind of record, by the first part of its events' names. With an owner's id it is that of one owner's records. */
const CHANNELS: Readonly<Record<string, string>> = { user: 'users', order: 'orders' }

const OWNED = new Set(Object.values(CHANNELS))

/** Which events go where, and who may listen. */
export interface Channels {
  /** What a caller must hold to open a socket. */
  readonly scope: string
  /** The channels that an entry is pushed to. */
  of(entry: Entry): readonly string[]
  /** Throws `forbidden`, in the same words for a channel that does not exist and for one that this caller may not have. */
  require(principal: Principal, channel: string): Promise<void>
  /** Whether an entry of a channel that a caller has is for this caller. */
  maySee(principal: Principal, entry: Entry): boolean
}

/** The channels of the event log. */
export function eventChannels(database: Database, events: EventAccess): Channels {
  return {
    scope: 'read:events',
    of: channelsOf,
    async require(principal, channel) {
      if (channel === LOBBY || (await isOpenTo(principal, channel))) return
      throw new Problem('forbidden', `The channel ${channel} does not exist, or is not for this credential.`)
    },
    maySee: (principal, entry) => events.maySee(principal, entry),
  }

  async function isOpenTo(principal: Principal, channel: string): Promise<boolean> {
    const [kind = '', owner, ...rest] = channel.split('.')
    const mayRead = events.names.some((name) => channelOf(name) === kind && events.mayRead(principal, name))
    if (!mayRead || rest.length > 0) return false
    if (owner === undefined) return seesAll(principal)
    return OWNED.has(kind) && isId(idPrefixes.user, owner) && sees(principal, owner) && exists(database, owner)
  }
}

function channelsOf({ event, user_id }: Entry): readonly string[] {
  const channel = channelOf(event)
  return channel === SYSTEM || user_id === null ? [channel] : [channel, `${channel}.${user_id}`]
}

function channelOf(event: string): string {
  const [kind = ''] = event.split('.')
  return CHANNELS[kind] ?? SYSTEM
}

const user = { name: 'user of channel', text: 'select 1 from accounts where id = $1' }

/** Whether there is or was such a user: whoever mistypes an identifier should not wait for events in vain. */
const exists = async (database: Database, id: string) => (await database.query(user, [id])).length > 0
