import type { AnyOperation } from '@roster/api'

/** Headers that announce the end of an operation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and the page to read. */
export function deprecationHeaders({ deprecated }: AnyOperation): Record<string, string> {
  if (!deprecated) return {}
  const { since, sunset, link } = deprecated
  return {
    deprecation: `@${Date.parse(since) / 1_000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  }
}
