import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { z } from 'zod'

/** A whole number in decimal digits alone: `Number` would accept `0x50` and `1e3` as well. */
export const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(min).max(max))

/** A port to listen on; 0 lets the system choose. */
export const port = wholeNumber(0, 65_535)

/** An address or a name of this machine to listen on, without a port. */
export const host = z.string().refine((text) => isIP(text) !== 0 || /^[\w.-]+$/.test(text))

const URL_BASE = /^https?:\/\/[^?#@]+$/

/** A number of processes; `auto` is one for each processor that this process may use. */
export const workers = z
  .literal('auto')
  .transform(() => availableParallelism())
  .or(wholeNumber(1, 256))

/** A URL that paths are appended to: without query, fragment, credentials and trailing slash, in characters that headers may have. */
export const baseUrl = z
  .string()
  .refine((text) => URL.canParse(text) && URL_BASE.test(text))
  .transform((text) => new URL(text).href.replace(/(?<!\/)\/+$/, ''))

/** The URL of a database on a server. `options` in the URL would replace the options that every session begins with. */
export const postgresUrl = z
  .string()
  .trim()
  .refine((text) => {
    const { protocol, pathname, searchParams } = URL.parse(text) ?? {}
    return /^postgres(?:ql)?:$/.test(protocol ?? '') && /^\/./.test(pathname ?? '') && !searchParams!.has('options')
  })

/** The URL of a Redis server, with the number of a database there. */
export const redisUrl = z.string().refine((text) => {
  const { protocol, username, password, hostname, pathname } = URL.parse(text) ?? {}
  const isPlace = /^rediss?:$/.test(protocol ?? '') && hostname !== '' && /^(?:\/\d*)?$/.test(pathname ?? '')
  return isPlace && isEncoded(`${username}${password}`)
})

/** Whether all percent-encoding in a part of a URL is valid. */
function isEncoded(part: string): boolean {
  try {
    decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/** URLs of the servers of one broker, separated by commas. */
export const natsUrl = z.string().refine((text) => text.split(',').every(isNatsUrl))

function isNatsUrl(text: string): boolean {
  const { protocol, username, password, hostname, pathname, search, hash } = URL.parse(text) ?? {}
  const isPlace =
    /^(?:nats|tls):$/.test(protocol ?? '') && hostname !== '' && !/[^/]/.test(`${pathname}${search}${hash}`)
  return isPlace && isEncoded(`${username}${password}`)
}

/** Several PostgreSQL URLs, separated by commas. */
export const postgresUrls = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(postgresUrl))

/** The URL of an issuer. Issuers are compared as written, so nothing is normalized (RFC 8414, section 2). The URL is public, and so has no credentials. */
export const issuer = z.string().refine((text) => {
  const url = URL.parse(text)
  return url !== null && isProtected(url) && !/[?#\s]/.test(text) && `${url.username}${url.password}` === ''
})

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether nobody on the way can read what is sent to a URL: over https, or on this machine. */
export const isProtected = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))

/** Parts separated by commas. */
export const list = z.string().transform((text) => text.split(',').map((part) => part.trim()))

/** Origins as browsers send them, each in full: without wildcards. */
export const origins = list.refine((parts) => parts.every((origin) => isOrigin(origin)))

const isOrigin = (text: string) => URL.parse(text)?.origin === text && !text.includes('*')

/** Addresses, and ranges of them (CIDR). */
export const ranges = list.refine((parts) => parts.every(isAddress))

/** Addresses of proxies, and ranges of them, but no range of all addresses: it would leave nobody who is no proxy. */
export const proxies = ranges.refine((parts) => parts.every((text) => !/\/0+$/.test(text)))

/** The number of trusted proxies, or their addresses. */
export const trustedProxies = z
  .string()
  .regex(/^\d{1,2}$/)
  .transform(Number)
  .or(proxies)

const isAddress = (text: string) => {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
  return family !== 0 && isPrefix && rest.length === 0
}

/** Numbers by name, such as `read=600,token=10`. Numbers that are not named keep their default. */
export function numbers<Numbers extends Readonly<Record<keyof Numbers, number>>>(defaults: Numbers) {
  const part = new RegExp(`^(?:${Object.keys(defaults).join('|')})=[1-9]\\d{0,8}$`)
  return list
    .refine((parts) => parts.every((text) => part.test(text)))
    .transform((parts) => parts.map((text) => text.split('=')))
    .refine((given) => new Set(given.map(([name]) => name)).size === given.length)
    .transform((given): Numbers => {
      return { ...defaults, ...Object.fromEntries(given.map(([name, number]) => [name, Number(number)])) }
    })
}
