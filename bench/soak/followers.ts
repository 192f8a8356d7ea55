import { setTimeout as wait } from 'node:timers/promises'
import type { Roster } from '@roster/sdk'
import { connect, subscribe } from '@roster/sdk/realtime'

/** Somebody who is told of every user that is created. */
export interface Follower {
  name: string
  /** Whether it may be told of one twice, as a receiver of webhooks may. */
  mayRepeat: boolean
  /** Identifiers of the events it was told of, in that order. */
  seen: string[]
}

/** How long a stream is followed before it is left and opened again where it was, in seconds. */
const STREAM_SECONDS = 45

/** Follows over server-sent events, each stream for a while, until the signal. */
export async function followByStreams(roster: Roster, follower: Follower, signal: AbortSignal): Promise<void> {
  let after: string | undefined
  while (!signal.aborted) {
    const until = AbortSignal.any([signal, AbortSignal.timeout(STREAM_SECONDS * 1_000)])
    for await (const event of subscribe(roster, { types: ['user.created'], after, signal: until })) {
      after = event.cursor
      follower.seen.push(event.id)
    }
  }
}

/** Follows over a socket until the signal. */
export async function followBySocket(roster: Roster, follower: Follower, signal: AbortSignal): Promise<void> {
  const socket = connect(roster)
  socket.on('push', ({ event, id }) => event === 'user.created' && follower.seen.push(id))
  await socket.subscribe('users')
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  await socket.close()
}

/** Waits until every follower has been told of so many events. Returns what is wrong with each that was not, or was told of one twice and may not be. */
export async function untilAllSeen(followers: readonly Follower[], count: number): Promise<string[]> {
  for (let tries = 0; tries < 100 && followers.some(({ seen }) => new Set(seen).size < count); tries++) await wait(100)
  return followers.flatMap((follower) => faultsOf(follower, count))
}

function faultsOf({ name, mayRepeat, seen }: Follower, count: number): string[] {
  const different = new Set(seen).size
  if (different !== count) return [`${name} was told of ${different} of ${count} events.`]
  if (!mayRepeat && seen.length > count) return [`${name} was told of ${seen.length - count} events twice.`]
  return []
}
