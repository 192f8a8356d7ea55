/** Name of the query parameter for an API key. */
export const KEY_PARAMETER = 'api_key'

/** Returns a request target without API keys, so that no code that reads, logs or repeats the target discloses one. */
export function withoutKey(target: string): string {
  const pairs = pairsOf(target)
  const others = pairs.filter((pair) => !isKey(pair))
  if (others.length === pairs.length) return target
  const [path] = target.split('?', 1)
  return others.length > 0 ? `${path}?${others.join('&')}` : path!
}

/** Returns the API keys in the query of a request target. */
export function keysIn(target: string): string[] {
  const keys = pairsOf(target).filter(isKey)
  return keys.map((pair) => new URLSearchParams(pair).get(KEY_PARAMETER)!)
}

function pairsOf(target: string): string[] {
  const start = target.indexOf('?')
  return start === -1 ? [] : target.slice(start + 1).split('&')
}

/** Whether a query pair is an API key. Decodes only names that may match, because every request with a query comes through here. */
function isKey(pair: string): boolean {
  const [name] = pair.split('=', 1)
  return /api_key|%/.test(name!) && new URLSearchParams(name).has(KEY_PARAMETER)
}
