import type { Steps } from './action.ts'
import type { Operation } from './operation.ts'
import type { Quotas } from './quotas.ts'
import type { State } from './state.ts'

/** The mock's state and settings, for serving a request. */
export interface Service {
  state: State
  quotas: Quotas | 'off'
  time: () => number
  baseUrl: string
  /** Returns the steps of an operation. */
  stepsOf: (operation: Operation) => Steps
}
