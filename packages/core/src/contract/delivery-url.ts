// URL parsers remove white space and invisible characters, turn back slashes into slashes, accept any number of slashes, and encode characters outside RFC
// 3986. The stored address would differ from the registered one.
const WRITTEN_OUT = /^[a-z][a-z\d+.-]*:\/\/(?!\/)(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i

/** Returns the fault in the text of a delivery address, or undefined when there is none. The host name is not resolved. */
export function deliveryUrlFault(text: string): string | undefined {
  if (!WRITTEN_OUT.test(text) || !URL.canParse(text))
    return 'must be an absolute address (RFC 3986), such as https://example.com/webhooks'
  const { protocol, username, password, port } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an https address'
  if (username !== '' || password !== '') return 'must not hold a user name or a password: deliveries are signed'
  return port === '0' ? 'must not name port 0, which nothing listens at' : undefined
}
