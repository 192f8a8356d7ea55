/** The deprecation of an operation in its contract, with dates as text. */
interface Deprecatable {
  deprecated?: { since: string; sunset: string; link: string } | undefined
}

/** Returns the headers that announce the end of an operation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a `Link` to the page to read. */
export function deprecationHeaders({ deprecated }: Deprecatable): Record<string, string> {
  if (!deprecated) return {}
  const { since, sunset, link } = deprecated
  return {
    deprecation: `@${Date.parse(since) / 1_000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  }
}
