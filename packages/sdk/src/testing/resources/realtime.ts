import type { Steps } from '../action.ts'
import { newTicket } from '../tickets.ts'

export const realtime: Record<string, Steps> = {
  'realtime.ticket': { run: ({ state, principal, time }) => newTicket(state, principal, time) },
}
