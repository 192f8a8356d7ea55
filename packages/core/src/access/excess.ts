import { holds, missing, type Power } from '../contract/access.ts'

/**
 * Returns the message for a caller that does not hold every one of these powers: those that `subject` has now and would have afterwards (decisions: Nobody
 * gives, takes over or ends more than they hold). `subject` begins a sentence, such as `This API key`. Undefined when the caller holds them all.
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
