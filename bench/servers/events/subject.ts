import { newId } from '@roster/core/contract'

/** The benchmark's command to publish: the number of events, and the time of the command by the benchmark's clock, which each event carries. */
export interface Publication {
  count: number
  sent: number
}

/** The name of every event. */
export const EVENT = 'user.updated'

/** Returns the data of an event: a user, and the time of sending. */
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
