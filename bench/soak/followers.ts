import { setTimeout as wait } from 'node:timers/promises'
import type { Roster } from '@roster/sdk'
import { connect, subscribe } from '@roster/sdk/realtime'

/** A subscriber to the event `user.created`. */
export interface Follower {
  name: string
  /** Whether an event may arrive twice, as at a receiver of webhooks. */
  mayRepeat: boolean
  /** Identifiers of the received events, in order of arrival. */
  seen: string[]
}

/** Time after which a stream is closed and opened again at its last cursor, in seconds. */
const STREAM_SECONDS = 45

/** Receives events over one stream of server-sent events after another, until the signal aborts. */
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

/** Receives events over a WebSocket until the signal aborts. */
export async function followBySocket(roster: Roster, follower: Follower, signal: AbortSignal): Promise<void> {
  const socket = connect(roster)
  socket.on('push', ({ event, id }) => event === 'user.created' && follower.seen.push(id))
  await socket.subscribe('users')
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  await socket.close()
}

/** Waits up to 10 seconds until every follower has received `count` events. Returns a line for each with missing or forbidden repeated events. */
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
