import type { Principal } from '../contract/principal.ts'
import { idPrefixes, isId } from '../contract/ids.ts'
import type { Scope } from '../contract/scopes.ts'
import { Problem } from '../contract/problem.ts'
import type { Database } from '../data/database.ts'
import { maySeeEvent } from './access.ts'
import type { Entry } from './entry.ts'

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
  readonly scope: Scope
  /** The channels that an entry is pushed to. */
  of(entry: Entry): readonly string[]
  /** Throws `forbidden`, in the same words for a channel that does not exist and for one that this caller may not have. */
  require(principal: Principal, channel: string): Promise<void>
}

/** The channels of the event log. */
export function eventChannels(database: Database): Channels {
  return {
    scope: 'read:events',
    of: channelsOf,
    async require(principal, channel) {
      if (channel === LOBBY || (await isOpenTo(database, principal, channel))) return
      throw new Problem('forbidden', `The channel ${channel} does not exist, or is not for this credential.`)
    },
  }
}

function channelsOf({ event, user_id }: Entry): readonly string[] {
  const [kind = ''] = event.split('.')
  const channel = CHANNELS[kind]
  if (channel === undefined) return [SYSTEM]
  return user_id === null ? [channel] : [channel, `${channel}.${user_id}`]
}

async function isOpenTo(database: Database, principal: Principal, channel: string): Promise<boolean> {
  const [kind = '', owner, ...rest] = channel.split('.')
  if (rest.length > 0) return false
  if (owner === undefined) return (kind === SYSTEM || OWNED.has(kind)) && maySeeEvent(principal, { user_id: null })
  if (!OWNED.has(kind) || !isId(idPrefixes.user, owner)) return false
  return maySeeEvent(principal, { user_id: owner }) && exists(database, owner)
}

const user = { name: 'user of channel', text: 'select 1 from users where id = $1' }

/** Whether there is or was such a user: whoever mistypes an identifier should not wait for events in vain. */
const exists = async (database: Database, id: string) => (await database.query(user, [id])).length > 0
