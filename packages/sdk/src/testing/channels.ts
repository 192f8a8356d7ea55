import { sees, seesAll } from '#core/contract/access'
import { Problem } from './problem.ts'
import type { Application } from './application.ts'
import type { Principal } from './principal.ts'
import type { Account, Event } from './records.ts'
import type { State } from './state.ts'

/** The channel for texts between users. It has no events, and every caller may join it. */
export const LOBBY = 'lobby'

/** The channel of all other events. */
const SYSTEM = 'system'

/** Returns the channels that an event is pushed to: the channel of its kind and, for the record of an owner, the channel of that owner. */
export function channelsOf({ subjects, application }: State, { event, id }: Event): readonly string[] {
  const channel = channelOf(application, event)
  const owner = subjects.get(id) ?? null
  return channel === SYSTEM || owner === null ? [channel] : [channel, `${channel}.${owner}`]
}

function channelOf({ spec: { channels } }: Application, event: string): string {
  const [kind = ''] = event.split('.')
  return channels[kind] ?? SYSTEM
}

/** Throws `forbidden` unless the caller may join the channel. The message is the same for a channel that does not exist. */
export function requireChannel(state: State, principal: Principal, channel: string): void {
  if (channel === LOBBY || isOpenTo(state, principal, channel)) return
  throw new Problem('forbidden', `The channel ${channel} does not exist, or is not for this credential.`)
}

function isOpenTo(state: State, principal: Principal, channel: string): boolean {
  const { application } = state
  const { eventAccess, spec } = application
  const [kind = '', owner, ...rest] = channel.split('.')
  const mayRead = eventAccess.names.some(
    (name) => channelOf(application, name) === kind && eventAccess.mayRead(principal, name),
  )
  if (!mayRead || rest.length > 0) return false
  if (owner === undefined) return seesAll(principal)
  if (!Object.values(spec.channels).includes(kind) || !sees(principal, owner)) return false
  const isOwner = (account: Account) => account.id === owner || account.owner === owner
  return state.accountWhere(isOwner) !== undefined || state.deletedFrom(state.people).has(owner)
}
