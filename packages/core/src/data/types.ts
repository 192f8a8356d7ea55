import { Type } from '@mikro-orm/core'

type Parser = (text: string) => unknown

const BIGINT = 20
const DATE = 1082
const TIMESTAMPTZ = 1184

/** PostgreSQL's text for an instant, in a session whose time zone is UTC, as ISO 8601 with milliseconds. */
export function isoTime(text: string): string {
  const fraction = text.slice(20, -3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

/**
 * How both drivers read columns, by type OID: instants become ISO strings and days stay as they are written, so that a row is a record of
 * the contract, and bigints become numbers, because every one of ours is a count or an amount below 2^53.
 */
export const columnParsers: Record<number, Parser> = {
  [BIGINT]: Number,
  [DATE]: String,
  [TIMESTAMPTZ]: isoTime,
}

/** An instant in an entity: an ISO string there, as in the contract, and a `timestamptz(3)` in the database. */
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
