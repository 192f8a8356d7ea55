import type { Steps } from './action.ts'
import type { Operation } from './operation.ts'
import type { Quotas } from './quotas.ts'
import type { State } from './state.ts'

/** What requests are answered by. */
export interface Service {
  state: State
  quotas: Quotas | 'off'
  time: () => number
  baseUrl: string
  /** How an operation is done. */
  stepsOf: (operation: Operation) => Steps
}
