/** An address of a new user that is refused: its index in the request, and the reason. */
interface Refused {
  place: number
  code: 'taken' | 'repeated'
  message: string
}

/** Returns the addresses of new users that are refused. Each address is given in its unique form; `isHeld` tells whether another record has it. */
export function refusedAddresses(keys: readonly string[], isHeld: (key: string) => boolean): Refused[] {
  const before = new Set<string>()
  return keys.flatMap((key, place): Refused[] => {
    const isRepeated = before.has(key)
    before.add(key)
    if (isHeld(key)) return [{ place, code: 'taken', message: 'is held by another user record' }]
    return isRepeated ? [{ place, code: 'repeated', message: 'is that of another user of this request' }] : []
  })
}
