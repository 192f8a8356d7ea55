/** Merges the values that the two sides of an intersection return. */
export function merged(a: unknown, b: unknown): unknown {
  if (Array.isArray(a) && Array.isArray(b)) return a.map((item, index) => merged(item, b[index]))
  if (!isObject(a) || !isObject(b)) return a
  const shared = Object.keys(a).filter((name) => Object.hasOwn(b, name))
  return { ...a, ...b, ...Object.fromEntries(shared.map((name) => [name, merged(a[name], b[name])])) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
