import { pointedTo } from './openapi.ts'

/** Headers of messages and connections, which HTTP libraries handle. */
const OF_MESSAGES = [
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-accel-buffering',
]

/** Headers of every response: policies for browsers, and the context of traces. */
const OF_BROWSERS = [
  'access-control-allow-credentials',
  'access-control-expose-headers',
  'content-security-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'traceparent',
  'x-content-type-options',
  'x-frame-options',
]

const UNDECLARED = new Set([...OF_MESSAGES, ...OF_BROWSERS])

/**
 * Returns how the headers of a response differ from the listed ones: a header that is not listed, a missing header that is always sent, or a
 * value that does not match its schema.
 */
export function headerBreaches(
  document: object,
  listed: Record<string, { $ref: string }> = {},
  sent: Record<string, unknown>,
  breaches: (pointer: string, value: unknown) => string[],
): string[] {
  const references = new Map(Object.entries(listed).map(([name, { $ref }]) => [name.toLowerCase(), $ref]))
  const names = Object.keys(sent).filter((name) => !UNDECLARED.has(name))
  const unlisted = names.filter((name) => !references.has(name)).map((name) => `${name} is not listed`)
  const wrong = Array.from(references).flatMap(([name, $ref]) => {
    const { required, schema } = pointedTo(document, $ref)
    if (sent[name] === undefined) return required ? [`${name} is missing`] : []
    return valuesOf(name, sent[name]).flatMap((text) =>
      breaches(`${$ref.slice(1)}/schema`, schema.type === 'integer' ? Number(text) : text),
    )
  })
  return [...unlisted, ...wrong]
}

/** Returns the values of a header. Repeated headers are joined to one list, except `Set-Cookie` (RFC 9110, section 5.3). */
const valuesOf = (name: string, sent: unknown): unknown[] => {
  if (!Array.isArray(sent)) return [sent]
  return name === 'set-cookie' ? sent : [sent.join(', ')]
}
