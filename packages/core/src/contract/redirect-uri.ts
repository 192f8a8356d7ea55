const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const URI = /^https?:\/\/[!$-;=?-Z_a-z~%[\]]+$/

/** Whether a text is a redirect URI: an https address, or an http address on the loopback interface (RFC 9700, section 2.1; RFC 8252, section 7.3). */
export function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || !URI.test(text) || text.includes('*')) return false
  const { protocol, hostname, username, password } = new URL(text)
  return username === '' && password === '' && (protocol === 'https:' || LOOPBACK.has(hostname))
}
