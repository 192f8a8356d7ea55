import type { Schema } from './operation.ts'
import type { Walk } from './walk.ts'

type Format = (text: string, schema: Schema) => string | undefined

const isBase64 = (text: string) => text.length % 4 === 0 && /^(?:[A-Za-z0-9+/]+={0,2})?$/.test(text)

const padded = (text: string) => text.padEnd(Math.ceil(text.length / 4) * 4, '=')

const isAddress = (text: string) => /^[0-9a-fA-F:.]+$/.test(text) && URL.canParse(`http://[${text}]`)

function isNetwork(text: string): boolean {
  const [address = '', length = '', ...more] = text.split('/')
  return more.length === 0 && /^(?:0|[1-9]\d{0,2})$/.test(length) && Number(length) <= 128 && isAddress(address)
}

function keptIf(holds: (text: string) => boolean): Format {
  return (text) => (holds(text) ? text : undefined)
}

/** Formats that are code. Each returns the text to keep, or undefined for a text of another form. */
const FORMATS: Record<NonNullable<Schema['format']>, Format> = {
  base64: keptIf(isBase64),
  base64url: keptIf(
    (text) => /^[\w-]*$/.test(text) && isBase64(padded(text.replaceAll('-', '+').replaceAll('_', '/'))),
  ),
  cidrv6: keptIf(isNetwork),
  ipv6: keptIf(isAddress),
  url: urlOf,
}

/** Returns an address without white space around it and without tabs and line breaks, which browsers ignore. Returns undefined for other texts. */
function urlOf(given: string, { protocol, hostname }: Schema): string | undefined {
  const text = given.trim()
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isHttp = protocol === '^https?$'
  if (isHttp && !/^https?:\/\//i.test(text)) return undefined
  if (hostname !== undefined && !new RegExp(hostname).test(url.hostname)) return undefined
  if (protocol !== undefined && !new RegExp(protocol).test(url.protocol.slice(0, -1))) return undefined
  return text.replaceAll(/[\t\n\r]/g, '')
}

/** Checks a text against the schema's format. */
export function checkedFormat(schema: Schema, value: unknown, walk: Walk): unknown {
  if (typeof value !== 'string') return walk.add('invalid-type', 'must be a string')
  const kept = FORMATS[schema.format!](value, schema)
  return kept ?? walk.add(...schema.fault!)
}
