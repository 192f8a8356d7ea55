import { isIPv6 } from 'node:net'

/**
 * Returns the network that an address counts as in limits by address. An IPv6 address counts as its /64, since a client with one address of a /64 has
 * them all (RFC 6177; RFC 4291, section 2.5.4). An address mapped from IPv4 counts as that IPv4 address (RFC 4291, section 2.5.5.2).
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? ipv4In(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address, in the notation of URLs. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const [before, after] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...zeros, ...after]
}

function ipv4In(groups: readonly string[]): string {
  const bytes = groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
  return bytes.join('.')
}
