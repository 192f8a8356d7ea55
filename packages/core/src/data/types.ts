import { Type } from '@mikro-orm/core'

type Parser = (text: string) => unknown

const BIGINT = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

/** Offset of a local time from UTC, such as `+02`, `-03:30`, or `+05:53:28` before there were zones. */
const OFFSET = /([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/

/** Returns PostgreSQL's text for an instant as ISO 8601 in UTC with milliseconds. Sessions are in UTC, except for those that a pooler made. */
export function isoTime(text: string): string {
  if (!text.endsWith('+00')) return isoTimeOf(text)
  const fraction = text.slice(20, -3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

function isoTimeOf(text: string): string {
  const [offset, sign, hours, minutes = 0, seconds = 0] = OFFSET.exec(text)!
  const ahead = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1_000 : 1_000)
  const local = Date.parse(`${text.slice(0, -offset.length).replace(' ', 'T')}Z`)
  return new Date(local - ahead).toISOString()
}

/**
 * Parsers of columns for both drivers, by type OID. Instants become ISO strings and days stay as they are written, so that a row is a record of the contract.
 * Bigints become numbers, because each one here is a count or an amount below 2^53.
 */
export const columnParsers: Record<number, Parser> = {
  [BIGINT]: Number,
  [DATE]: String,
  [TIMESTAMPTZ]: isoTime,
}

/** The type of an instant: an ISO string in the entity, as in the contract, and a `timestamptz(3)` in the database. */
export class Instant extends Type<string, string> {
  override getColumnType(): string {
    return 'timestamptz(3)'
  }

  override get runtimeType(): string {
    return 'string'
  }

  override compareAsType(): string {
    return 'string'
  }
}
