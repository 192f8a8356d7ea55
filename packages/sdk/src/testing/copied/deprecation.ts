// Written from the contract by `npm run generate:sdk`.

/** What a contract says of an operation that is to go away, as dates. */
interface Deprecatable {
  deprecated?: { since: string; sunset: string; link: string } | undefined
}

/** Headers that announce the end of an operation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and the page to read. */
export function deprecationHeaders({ deprecated }: Deprecatable): Record<string, string> {
  if (!deprecated) return {}
  const { since, sunset, link } = deprecated
  return {
    deprecation: `@${Date.parse(since) / 1_000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  }
}
