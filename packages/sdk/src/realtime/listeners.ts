type Listener = (value: never) => void

/** Functions to call when something happens, by its name. */
export class Listeners<Events> {
  readonly #all = new Map<keyof Events, Set<Listener>>()

  /** Returns the function that takes it away again. */
  add<Name extends keyof Events>(name: Name, listener: (value: Events[Name]) => void): () => void {
    const listeners = this.#all.get(name) ?? new Set()
    this.#all.set(name, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** Returns whether anybody listens. */
  tell<Name extends keyof Events>(name: Name, value: Events[Name]): boolean {
    const listeners = [...(this.#all.get(name) ?? [])]
    for (const listener of listeners) listener(value as never)
    return listeners.length > 0
  }
}
