/** IPv4 addresses that are not on the public internet (IANA special-purpose registry, RFC 6890), multicast, and the metadata service of Azure. */
export const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
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

/** The range of public IPv6 addresses (RFC 4291). Mapped and translated IPv4, local and multicast addresses are outside it. */
export const GLOBAL_V6 = ['2000::/3']

/** Ranges within `GLOBAL_V6` that are not public: protocol assignments with Teredo, benchmarks and ORCHID, documentation, 6to4. */
export const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** Names of the metadata services of clouds, which some resolvers know and others do not. */
const METADATA_NAMES = new Set(['metadata', 'metadata.google.internal', 'instance-data', 'instance-data.ec2.internal'])

/**
 * Returns the addresses of a name that no resolver is asked for: loopback for `localhost` and all names below it (RFC 6761, section 6.3), the metadata address
 * for names of metadata services. Undefined for any other name.
 */
export function specialHost(host: string): string[] | undefined {
  const name = host.toLowerCase().replace(/(?<!\.)\.+$/, '')
  if (/(?:^|\.)localhost$/.test(name)) return ['127.0.0.1', '::1']
  return METADATA_NAMES.has(name) ? ['169.254.169.254'] : undefined
}

/** Fault of a URL that is neither https nor allowed. */
export const NOT_HTTPS = 'must be an https address'

/** Fault of an http URL whose name did not resolve in time, and may resolve to an allowed address. */
export const NOT_RESOLVED = 'must be an https address, or resolve within 2 seconds to one that may be reached over http'

/** Fault of a URL that deliveries must not go to. */
export const NOT_PUBLIC =
  'must not lead to a loopback, private, link-local, shared, multicast, documentation or translated address, or to the metadata of a cloud'
