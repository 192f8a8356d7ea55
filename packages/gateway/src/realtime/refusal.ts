/** What a problem says, and its faults. */
interface Refused {
  message: string
  faults: readonly { field: string; message: string }[] | undefined
}

/** What is wrong with a message, in one text: unlike a problem, it has no list of faults beside it. */
export function refusalOf({ message, faults }: Refused): string {
  if (!faults) return message
  return faults.map(({ field, message: fault }) => `The ${field ? `member ${field}` : 'message'} ${fault}.`).join(' ')
}
