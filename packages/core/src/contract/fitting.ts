const utf8 = new TextEncoder()

/** Returns the first entries, as many as fit together into `size` bytes of JSON. */
export function fitting<Entry>(entries: readonly Entry[], size: number): Entry[] {
  let left = size
  const end = entries.findIndex((entry) => (left -= utf8.encode(JSON.stringify(entry)).length + 1) < 0)
  return entries.slice(0, end === -1 ? entries.length : end)
}
