import type { Quotas } from './quotas.ts'
import type { State } from './state.ts'

/** What requests are answered by. */
export interface Service {
  state: State
  quotas: Quotas | 'off'
  time: () => number
  baseUrl: string
}
