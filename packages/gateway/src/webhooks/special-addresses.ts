/** IPv4 addresses that are not on the public internet (IANA special-purpose registry, RFC 6890), and multicast. */
export const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Where public IPv6 addresses are (RFC 4291). Mapped and translated IPv4, local and multicast addresses are elsewhere. */
export const GLOBAL_V6 = ['2000::/3']

/** What is not public in there: protocol assignments with Teredo, benchmarks and ORCHID, documentation, 6to4. */
export const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** What is said of an address that is neither https nor allowed. */
export const NOT_HTTPS = 'must be an https address'

/** What is said of an address that deliveries must not go to. */
export const NOT_PUBLIC =
  'must not lead to a loopback, private, link-local, shared, multicast, documentation or translated address'
