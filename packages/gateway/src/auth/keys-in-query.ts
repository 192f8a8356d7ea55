/** The parameter that an API key can be in. */
export const KEY_PARAMETER = 'api_key'

/** A target without API keys, so that nothing that reads, logs or repeats it can give one away. */
export function withoutKey(target: string): string {
  const pairs = pairsOf(target)
  const others = pairs.filter((pair) => !isKey(pair))
  if (others.length === pairs.length) return target
  const [path] = target.split('?', 1)
  return others.length > 0 ? `${path}?${others.join('&')}` : path!
}

/** The API keys in a target. */
export function keysIn(target: string): string[] {
  const keys = pairsOf(target).filter(isKey)
  return keys.map((pair) => new URLSearchParams(pair).get(KEY_PARAMETER)!)
}

function pairsOf(target: string): string[] {
  const start = target.indexOf('?')
  return start === -1 ? [] : target.slice(start + 1).split('&')
}

/** Only what could be the name is decoded: every request with a query comes through here. */
function isKey(pair: string): boolean {
  const [name] = pair.split('=', 1)
  return /api_key|%/.test(name!) && new URLSearchParams(name).has(KEY_PARAMETER)
}
