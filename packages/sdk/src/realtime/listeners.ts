type Listener = (value: never) => void

/** Listeners by event name. */
export class Listeners<Events> {
  readonly #all = new Map<keyof Events, Set<Listener>>()

  /** Adds a listener. Returns the function that removes the listener. */
  add<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): () => void {
    const listeners = this.#all.get(name) ?? new Set()
    this.#all.set(name, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** Calls the listeners of an event. Returns whether there are any. */
  tell<Name extends keyof Events>(name: Name, value: Events[Name]): boolean {
    const listeners = [...(this.#all.get(name) ?? [])]
    for (const listener of listeners) listener(value as never)
    return listeners.length > 0
  }
}
