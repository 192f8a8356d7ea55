/** Makes what does one thing at a time for each name, in the order of the calls. Those of different names wait for nothing. */
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
