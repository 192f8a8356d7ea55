/** Returns a function that runs the actions of one name one after another, in the order of the calls. Actions of different names do not wait for each other. */
export function turns(): <Result>(name: string, act: () => Promise<Result>) => Promise<Result> {
  const last = new Map<string, Promise<unknown>>()
  return (name, act) => {
    const result = (last.get(name) ?? Promise.resolve()).then(act)
    const end = result
      .catch(() => undefined)
      .finally(() => {
        if (last.get(name) === end) last.delete(name)
      })
    last.set(name, end)
    return result
  }
}
