const utf8 = new TextEncoder()

/** As many entries from the first on as fit into `size` bytes of JSON together. */
export function fitting<Entry>(entries: readonly Entry[], size: number): Entry[] {
  let left = size
  const end = entries.findIndex((entry) => (left -= utf8.encode(JSON.stringify(entry)).length + 1) < 0)
  return entries.slice(0, end === -1 ? entries.length : end)
}
