import { BlockList, isIP } from 'node:net'
import { GLOBAL_V6, SPECIAL_V4, SPECIAL_V6 } from './special-addresses.ts'

const special = listOf([...SPECIAL_V4, ...SPECIAL_V6])
const globalV6 = listOf(GLOBAL_V6)

/** Whether an address is one on the public internet. */
export function isPublic(address: string): boolean {
  const isV6 = isIP(address) === 6
  return isIP(address) !== 0 && (!isV6 || contains(globalV6, address)) && !contains(special, address)
}

/** Returns a list of addresses and ranges, such as `10.0.0.0/8` and `::1`. */
export function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = familyOf(address)
    list.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return list
}

/** Whether a list contains an address. An address with a zone (`fe80::1%eth0`) counts as the address alone. */
export function contains(list: BlockList, address: string): boolean {
  const [bare = ''] = address.split('%')
  return isIP(bare) !== 0 && list.check(bare, familyOf(bare))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
