import { holds, missing, type Power } from '../contract/access.ts'
import { Problem } from '../contract/problem.ts'

/**
 * Throws `forbidden` unless a caller holds every one of these powers: those that `subject` has now and would have afterwards (decisions:
 * Nobody gives, takes over or ends more than they hold). `subject` begins a sentence, such as `This API key`.
 */
export function requirePower(caller: Power, subject: string, ...powers: readonly Power[]): void {
  const beyond = powers.find((power) => !holds(caller, power))
  if (beyond) throw new Problem('forbidden', `${subject} ${excess(caller, beyond)} Call with a credential that may.`)
}

function excess(own: Power, power: Power): string {
  const lacking = missing(own, power)
  if (lacking.length === 0) return 'reaches records that this credential does not see.'
  return `may do more than this credential, which lacks ${lacking.join(', ')}.`
}
