// URL parsers take white space and what nobody sees away, turn back slashes round, put up with any number of slashes and encode other characters than those
// of RFC 3986: what is registered would not be what is kept.
const WRITTEN_OUT = /^[a-z][a-z\d+.-]*:\/\/(?!\/)(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})+$/i

/** What is wrong with the text of an address that deliveries go to, before anybody asks where it leads; undefined for nothing. */
export function deliveryUrlFault(text: string): string | undefined {
  if (!WRITTEN_OUT.test(text) || !URL.canParse(text))
    return 'must be an absolute address (RFC 3986), such as https://example.com/webhooks'
  const { protocol, username, password, port } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an https address'
  if (username !== '' || password !== '') return 'must not hold a user name or a password: deliveries are signed'
  return port === '0' ? 'must not name port 0, which nothing listens at' : undefined
}
