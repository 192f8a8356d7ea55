import { defineEntity, p } from '@mikro-orm/core'
import { idPrefixes, newId } from '../contract/ids.ts'
import { Instant } from '../data/types.ts'
import { type ExportsOptions, kindOf } from './exported.contract.ts'
import { CONTENT_TYPES, type ExportRecord } from './exports.contract.ts'

/** Lifetime of an export and its file, in milliseconds: a day. */
const LIFETIME = 24 * 60 * 60 * 1_000

export const ExportEntity = defineEntity({
  name: 'Export',
  tableName: 'exports',
  properties: {
    id: p.text().primary().collation('C'),
    format: p.text().$type<ExportRecord['format']>(),
    /** The kind of records; null in rows from before it was kept. */
    kind: p.text().strictNullable(),
    filter: p.json<ExportRecord['filter']>(),
    status: p.text().$type<ExportRecord['status']>(),
    done: p.integer(),
    total: p.integer(),
    size: p.bigint('number').strictNullable(),
    sha256: p.text().strictNullable(),
    created_at: p.type(Instant),
    expires_at: p.type(Instant),
    finished_at: p.type(Instant).strictNullable(),
    /** The caller that created the export. */
    created_by: p.text().collation('C'),
    /** The only user whose records the file may hold; null when it may hold the records of all users. */
    user_id: p.text().collation('C').strictNullable(),
    /** Identifies the attempt that holds the lease; null for none. */
    lease: p.text().strictNullable(),
    /** End of the lease, by the clock of the database. */
    leased_until: p.type(Instant).strictNullable(),
    /** Number of attempts that ended with an error. */
    failures: p.integer(),
    /** The `traceparent` of the request that created it; null when that was not traced. */
    trace: p.text().strictNullable(),
  },
  indexes: [
    {
      name: 'exports_unfinished',
      expression: `create index "exports_unfinished" on "exports" ("created_at", "id") where "status" in ('pending', 'running')`,
    },
    { name: 'exports_by_expiry', properties: ['expires_at'] },
    { name: 'exports_by_maker', properties: ['created_by', 'expires_at'] },
  ],
})

/** The parts of files, all of one size, so that every process can serve any range. */
export const ExportPartEntity = defineEntity({
  name: 'ExportPart',
  tableName: 'export_parts',
  properties: {
    export_id: p.text().primary().collation('C'),
    /** Index of the part in its file, from 0. */
    number: p.integer().primary(),
    bytes: p.blob(),
  },
})

export type ExportRow = Pick<ExportRecord, 'id' | 'format' | 'filter' | 'status' | 'created_at' | 'expires_at'> & {
  kind: string | null
  done: number
  total: number
  size: number | null
  sha256: string | null
  finished_at: string | null
  created_by: string
  user_id: string | null
  trace: string | null
}

type Given = Pick<ExportRow, 'format' | 'kind' | 'filter' | 'total' | 'created_by' | 'user_id' | 'trace'>

/** Returns the columns of a new export. `time` is in milliseconds. */
export function newExport(given: Given, time: number) {
  return {
    id: newId(idPrefixes.export, time),
    ...given,
    status: 'pending' as const,
    done: 0,
    size: null,
    sha256: null,
    created_at: new Date(time).toISOString(),
    expires_at: new Date(time + LIFETIME).toISOString(),
    finished_at: null,
    lease: null,
    leased_until: null,
    failures: 0,
  }
}

/** Returns an export in the form of its contract, which tells the kind where there are several. `baseUrl` has no trailing slash. */
export function exportRecord(row: ExportRow, exported: ExportsOptions, baseUrl: string): ExportRecord {
  const { id, format, kind, filter, status, done, total, created_at, expires_at } = row
  const hasKinds = Object.keys(exported.kinds).length > 1
  const what = hasKinds ? { format, kind: kindOf(exported, kind) as never, filter } : { format, filter }
  const file = fileOf(row, `${baseUrl}${exported.basePath}/exports`)
  return { id, ...what, status, progress: { done, total }, file, created_at, expires_at }
}

function fileOf({ id, format, size, sha256 }: ExportRow, url: string): ExportRecord['file'] {
  if (size === null || sha256 === null) return null
  return { size, sha256, content_type: CONTENT_TYPES[format], href: `${url}/${id}/file` }
}
