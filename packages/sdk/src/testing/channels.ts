import type { RosterEvent } from '../core/event.ts'
import { Problem } from './core.ts'
import { sees, seesAll } from './copied/access.ts'
import { eventAccess } from './log.ts'
import type { Principal } from './principal.ts'
import type { State } from './state.ts'

/** The channel where people talk to each other. It has no events, and everybody may join it. */
export const LOBBY = 'lobby'

/** Where the events of everything else go. */
const SYSTEM = 'system'

/** The channel of a kind of record, by the first part of its events' names. With an owner's id it is that of one owner's records. */
const CHANNELS: Readonly<Record<string, string>> = { user: 'users', order: 'orders' }

const OWNED = new Set(Object.values(CHANNELS))

/** The channels that an event is pushed to. */
export function channelsOf({ subjects }: State, { event, id }: RosterEvent): readonly string[] {
  const channel = channelOf(event)
  const owner = subjects.get(id) ?? null
  return channel === SYSTEM || owner === null ? [channel] : [channel, `${channel}.${owner}`]
}

function channelOf(event: string): string {
  const [kind = ''] = event.split('.')
  return CHANNELS[kind] ?? SYSTEM
}

/** Throws `forbidden`, in the same words for a channel that does not exist and for one that this caller may not have. */
export function requireChannel(state: State, principal: Principal, channel: string): void {
  if (channel === LOBBY || isOpenTo(state, principal, channel)) return
  throw new Problem('forbidden', `The channel ${channel} does not exist, or is not for this credential.`)
}

function isOpenTo(state: State, principal: Principal, channel: string): boolean {
  const [kind = '', owner, ...rest] = channel.split('.')
  const mayRead = eventAccess.names.some((name) => channelOf(name) === kind && eventAccess.mayRead(principal, name))
  if (!mayRead || rest.length > 0) return false
  if (owner === undefined) return seesAll(principal)
  if (!OWNED.has(kind) || !sees(principal, owner)) return false
  const { users } = state.db
  return users.some(({ id }) => id === owner) || state.deletedFrom(users).has(owner)
}
