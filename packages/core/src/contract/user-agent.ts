/** Most characters that are kept of a `User-Agent`. */
export const MAX_USER_AGENT = 256

const UNPRINTABLE = /[^ -~]+/g

/** What a browser or app says that it is, in printable ASCII; null where it says nothing. */
export function plainUserAgent(header = ''): string | null {
  return header.replaceAll(UNPRINTABLE, ' ').trim().slice(0, MAX_USER_AGENT).trimEnd() || null
}
