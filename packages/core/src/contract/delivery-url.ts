// URL parsers take white space away, turn back slashes round and put up with any number of slashes: what is registered would not be what is kept.
const WRITTEN_OUT = /^[a-z][a-z\d+.-]*:\/\/[^/\\\p{Cc}\p{Z}][^\\\p{Cc}\p{Z}]*$/iu

/** What is wrong with the text of an address that deliveries go to, before anybody asks where it leads; undefined for nothing. */
export function deliveryUrlFault(text: string): string | undefined {
  if (!WRITTEN_OUT.test(text) || !URL.canParse(text))
    return 'must be an absolute address, such as https://example.com/webhooks'
  const { protocol, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'must be an https address'
  if (username !== '' || password !== '') return 'must not hold a user name or a password: deliveries are signed'
  return undefined
}
