import {
  GLOBAL_V6,
  NOT_HTTPS,
  NOT_PUBLIC,
  SPECIAL_V4,
  SPECIAL_V6,
  specialHost,
} from '#gateway/webhooks/special-addresses'

/**
 * Returns why deliveries may not go to an address; undefined if they may. `allow` lists ranges such as `127.0.0.0/8` that are always allowed. Names are not
 * looked up: all but special ones count as public.
 */
export function refusalOf({ protocol, hostname }: URL, allow: readonly string[]): string | undefined {
  const known = (specialHost(hostname) ?? [hostname]).flatMap((host) => bitsOf(host) ?? [])
  const others = known.filter((bits) => !isWithin(allow, withoutMapping(bits)))
  if (known.length > 0 && others.length === 0) return undefined
  if (protocol !== 'https:') return NOT_HTTPS
  return others.every(isPublic) ? undefined : NOT_PUBLIC
}

const isPublic = (bits: string) =>
  !isWithin([...SPECIAL_V4, ...SPECIAL_V6], bits) && (bits.length === 32 || isWithin(GLOBAL_V6, bits))

/** Whether one of the ranges contains an address. */
function isWithin(ranges: readonly string[], bits: string): boolean {
  return ranges.some((range) => {
    const [start = '', length] = range.split('/')
    const first = bitsOf(new URL(`http://${start.includes(':') ? `[${start}]` : start}`).hostname)
    return (
      first?.length === bits.length && bits.startsWith(first.slice(0, length === undefined ? bits.length : +length))
    )
  })
}

/** Returns the bits of an address as text, 32 or 128 of them, with or without brackets around the address. Returns undefined for a name. */
function bitsOf(host: string): string | undefined {
  if (/^\d+(?:\.\d+){3}$/.test(host)) return bitsIn(host.split('.'), 10, 8)
  if (!host.includes(':')) return undefined
  const address = host.replace(/^\[|\]$/g, '')
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return bitsIn([...head, ...zeros, ...tail], 16, 16)
}

const bitsIn = (parts: readonly string[], base: number, width: number) =>
  parts.map((part) => parseInt(part, base).toString(2).padStart(width, '0')).join('')

/** Returns the bits of the IPv4 address for an IPv4-mapped IPv6 address (RFC 4291, section 2.5.5.2). Other bits stay unchanged. */
const withoutMapping = (bits: string) => bits.replace(/^0{80}1{16}(?=[01]{32}$)/, '')
