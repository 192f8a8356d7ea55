/** Returns a function that makes a value once for a source and a key in each turn of the event loop. Calls in this turn get the same value. */
export function perTurn<Made>() {
  const turns = new WeakMap<object, Map<string, Made>>()

  function begin(source: object): Map<string, Made> {
    const turn = new Map<string, Made>()
    turns.set(source, turn)
    setImmediate(() => turns.delete(source))
    return turn
  }

  return (source: object, key: string, make: () => Made): Made => {
    const turn = turns.get(source) ?? begin(source)
    const known = turn.get(key)
    if (known !== undefined) return known
    const made = make()
    turn.set(key, made)
    return made
  }
}
