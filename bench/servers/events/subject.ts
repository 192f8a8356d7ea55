import { newId } from '@roster/core/contract'

/** What the benchmark has a server publish: so many events, which all carry the moment they were asked for, by the benchmark's clock. */
export interface Publication {
  count: number
  sent: number
}

/** The name of every event. */
export const EVENT = 'user.updated'

/** What an event tells: a user, and when it was sent. */
export function subject(time: number, sent: number) {
  const now = new Date(time).toISOString()
  return {
    id: newId('usr', time),
    sent,
    name: 'Grace Hopper',
    email: 'grace.hopper@example.com',
    role: 'viewer',
    status: 'active',
    version: 2,
    created_at: now,
    updated_at: now,
  }
}
