import type { Problem } from '@roster/core/contract'

/** What is wrong with a message, in one text: unlike a problem, it has no list of faults beside it. */
export function refusalOf({ message, faults }: Problem): string {
  if (!faults) return message
  return faults.map(({ field, message: fault }) => `The ${field ? `member ${field}` : 'message'} ${fault}.`).join(' ')
}
