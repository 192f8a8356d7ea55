import type { Fault } from '../contract/fault.ts'
import { Problem } from '../contract/problem.ts'
import { faultsTold, type Where } from './fault.ts'

/** Returns the problem for faults in parameters (400) or in a body (422). Its detail says how many there are, and it lists the first hundred. */
export function invalid(where: Where, faults: readonly Fault[]): Problem {
  const { code, detail, faults: listed } = faultsTold(where, faults)
  return new Problem(code, detail, { faults: listed })
}
