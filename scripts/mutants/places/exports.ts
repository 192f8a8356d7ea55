import { breaking, type Mutant } from '../mutant.ts'

const WORKER = ['packages/core/src/exports/worker.test.ts']
const EXPORTS = ['packages/core/src/exports/exports.test.ts']
const DOWNLOAD = ['packages/core/src/exports/download.test.ts']

/** Mutants of exports and their leases. */
export const exports: Mutant[] = [
  ...breaking('packages/core/src/exports/formats.ts', ['packages/core/src/exports/formats.test.ts'], {
    'a file has what is deep in a column and not declared': [
      "typeof value === 'object' ? narrowed(shape[column], value) : value",
      'value',
    ],
  }),
  ...breaking('packages/core/src/exports/lease.ts', WORKER, {
    'an export is claimed from who makes it': [' and (leased_until is null or leased_until < now())', ''],
    'who has lost an export goes on writing to it': [
      'done = $3, total = $4 where id = $1 and lease = $2 returning id)',
      "done = $3, total = $4 where id = $1 and $2 <> '' returning id)",
    ],
    'the export that was asked for last is made first': [
      'order by created_at, id limit 1',
      'order by created_at desc, id limit 1',
    ],
    'who has lost an export ends it': [
      'leased_until = null\n    where id = $1 and lease = $2 returning',
      "leased_until = null\n    where id = $1 and $2 <> '' returning",
    ],
    'an attempt finds the parts of the one before': [
      'where p.export_id = claimed.id)',
      'where p.export_id = claimed.id and false)',
    ],
  }),
  ...breaking('packages/core/src/exports/write-file.ts', WORKER, {
    'a worker filters by a text where a request filters by a date': [
      'z.strictObject(exported.filter).parse(row.filter)',
      'row.filter as never',
    ],
  }),
  ...breaking('packages/core/src/exports/expire.ts', ['packages/core/src/exports/expire.test.ts'], {
    'an export that has expired was never there': ['time - TOMBSTONE_LIFETIME', 'time'],
  }),
  ...breaking('packages/core/src/exports/make-export.ts', WORKER, {
    'who has made an export goes on saying that it does': ['    stopHeartbeat()\n', ''],
  }),
  ...breaking('packages/core/src/exports/lease.ts', WORKER, {
    'an attempt begins where the one before it has come to': [', done = 0\n', '\n'],
  }),
  ...breaking('packages/core/src/exports/worker.ts', WORKER, {
    'files of exports are kept for ever': ['(await expireExports(database, now())) ?', 'expireExports.length > 2 ?'],
  }),
  ...breaking('packages/core/src/exports/exports.ts', EXPORTS, {
    'a file is as old as the request for it': ['lastModified: row.finished_at!', 'lastModified: created_at'],
    'a waiting export is made of what is now the first kind': [
      'const row = newExport({ format, kind,',
      'const row = newExport({ format, kind: null,',
    ],
  }),
  ...breaking('packages/core/src/exports/parts.ts', DOWNLOAD, {
    'a range of a file begins at its part': ['subarray(position - from, end - from)', 'subarray(0, end - from)'],
  }),
  ...breaking('packages/core/src/exports/export.queries.ts', EXPORTS, {
    'a role without its scopes shows the exports of others': [
      'access.mayDoEverything(principal)',
      'access.isAdministrator(principal.role)',
    ],
    'an export never expires': ['Date.parse(row.expires_at) <= time', 'Date.parse(row.expires_at) < 0'],
    'an export is good in the moment it expires': [
      'Date.parse(row.expires_at) <= time',
      'Date.parse(row.expires_at) < time',
    ],
  }),
  ...breaking('packages/core/src/exports/formats.ts', ['packages/core/src/exports/formats.test.ts'], {
    'a number that a driver gives as a text is guarded as a formula': ['numberOf(value) ?? value', 'value'],
  }),
  ...breaking('packages/core/src/exports/csv.ts', ['packages/core/src/exports/csv.test.ts'], {
    'a spreadsheet runs what is in a name': ['/^[=+\\-@\\t\\r\\n＝＋－＠]/', '/^[=+@]/'],
  }),
  ...breaking('packages/core/src/exports/write-file.ts', ['packages/core/src/exports/worker.test.ts'], {
    'records made while an export is written are in it': ['where: known, key: KEY', 'where, key: KEY'],
  }),
]
