import { BlockList, isIP } from 'node:net'

/** IPv4 addresses that are not on the public internet (IANA special-purpose registry, RFC 6890), and multicast. */
const SPECIAL_V4 = [
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
const GLOBAL_V6 = ['2000::/3']

/** What is not public in there: protocol assignments with Teredo, benchmarks and ORCHID, documentation, 6to4. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const special = listOf([...SPECIAL_V4, ...SPECIAL_V6])
const globalV6 = listOf(GLOBAL_V6)

/** Whether an address is one on the public internet. */
export function isPublic(address: string): boolean {
  const isV6 = isIP(address) === 6
  return isIP(address) !== 0 && (!isV6 || contains(globalV6, address)) && !contains(special, address)
}

/** A list of addresses and ranges, such as `10.0.0.0/8` and `::1`. */
export function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = familyOf(address)
    list.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}

/** Whether a list has an address; one of a scope (`fe80::1%eth0`) counts as the address alone. */
export function contains(list: BlockList, address: string): boolean {
  const [bare = ''] = address.split('%')
  return isIP(bare) !== 0 && list.check(bare, familyOf(bare))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
