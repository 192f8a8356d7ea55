import { holds, missing, type Power } from '../contract/access.ts'

/**
 * What is said to a caller who does not hold every one of these powers: those that `subject` has now and would have afterwards (decisions:
 * Nobody gives, takes over or ends more than they hold). `subject` begins a sentence, such as `This API key`. Undefined for who holds them all.
 */
export function excessOf(caller: Power, subject: string, powers: readonly Power[]): string | undefined {
  const beyond = powers.find((power) => !holds(caller, power))
  return beyond && `${subject} ${reachOf(caller, beyond)} Call with a credential that may.`
}

function reachOf(own: Power, power: Power): string {
  const lacking = missing(own, power)
  if (lacking.length === 0) return 'reaches records that this credential does not see.'
  return `may do more than this credential, which lacks ${lacking.join(', ')}.`
}
