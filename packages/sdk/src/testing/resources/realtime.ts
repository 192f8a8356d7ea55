import type { Steps } from '../action.ts'
import { newTicket } from '../tickets.ts'

export const realtime: Record<string, Steps> = {
  'realtime.ticket': {
    run(action) {
      action.requirePower('This ticket', action.principal)
      return newTicket(action.state, action.principal, action.time)
    },
  },
}
