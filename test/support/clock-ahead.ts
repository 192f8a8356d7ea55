const PRELOAD = (by: number) => `
  globalThis.Date = new Proxy(Date, {
    construct: (real, parts, as) => Reflect.construct(real, parts.length > 0 ? parts : [real.now() + ${by}], as),
    get: (real, name) => (name === 'now' ? () => real.now() + ${by} : Reflect.get(real, name)),
  })`

/** Returns the settings of a process whose clock is ahead by `by` milliseconds; behind when `by` is negative. */
export const clockAhead = (by: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRELOAD(by))}`,
})
