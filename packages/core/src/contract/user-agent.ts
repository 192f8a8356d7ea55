/** Maximum number of characters that are kept of a `User-Agent`. */
export const MAX_USER_AGENT = 256

const UNPRINTABLE = /[^ -~]+/g

/** Returns a `User-Agent` in printable ASCII, or null when it is absent or blank. */
export function plainUserAgent(header = ''): string | null {
  return header.replaceAll(UNPRINTABLE, ' ').trim().slice(0, MAX_USER_AGENT).trimEnd() || null
}
