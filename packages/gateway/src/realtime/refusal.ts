/** The message and the faults of a problem. */
interface Refused {
  message: string
  faults: readonly { field: string; message: string }[] | undefined
}

/** Returns the faults of a message as one text: unlike a problem, an `error` on a socket has no list of faults. */
export function refusalOf({ message, faults }: Refused): string {
  if (!faults) return message
  return faults.map(({ field, message: fault }) => `The ${field ? `member ${field}` : 'message'} ${fault}.`).join(' ')
}
