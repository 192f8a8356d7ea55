/** An address of new users that cannot be had: at which place, and why. */
interface Refused {
  place: number
  code: 'taken' | 'repeated'
  message: string
}

/** Which addresses of new users cannot be had. Each is given in the form that makes one unique; `isHeld` says whether another record has it. */
export function refusedAddresses(keys: readonly string[], isHeld: (key: string) => boolean): Refused[] {
  const before = new Set<string>()
  return keys.flatMap((key, place): Refused[] => {
    const isRepeated = before.has(key)
    before.add(key)
    if (isHeld(key)) return [{ place, code: 'taken', message: 'is held by another user record' }]
    return isRepeated ? [{ place, code: 'repeated', message: 'is that of another user of this request' }] : []
  })
}
