import type { ParsedOf } from '../contract/operation.ts'
import { Problem } from '../contract/problem.ts'
import { UNFINISHED_EXPORTS } from '../operation/limits.ts'
import { Conditions } from '../data/conditions.ts'
import { requireBelowLimit } from '../limits/maker-limits.ts'
import { onFile, type StoredFile } from '../operation/file.ts'
import type { Action } from '../operation/action.ts'
import { on } from '../operation/procedure.ts'
import { implement } from '../operation/resource.ts'
import { usersMatching } from '../users/user.selection.ts'
import { ExportEntity, ExportPartEntity, exportRecord, newExport } from './export.entity.ts'
import { findExport } from './export.queries.ts'
import { type ExportRecord, exports as contract } from './exports.contract.ts'
import { readParts } from './parts.ts'
import { exportRequested } from './worker.ts'

const { create, get } = contract.operations
const { download } = contract.files

export const exports = implement(contract, {
  entities: [ExportEntity, ExportPartEntity],
  procedures: {
    create: on(create, { run: request }),

    get: on(get, {
      run: async (action) => exportRecord(await findExport(action), action.baseUrl),
    }),
  },
  files: {
    download: onFile(download, findFile),
  },
})

async function request(action: Action<ParsedOf<typeof create>>): Promise<ExportRecord> {
  const { principal, transaction, baseUrl, time } = action
  const { format, filter } = action.input
  await requireRoom(action)
  const owner = principal.owner
  const where = usersMatching(filter, owner)
  const count = { text: `select count(*) as total from users where ${where.text}` }
  const [counted] = await transaction.query<{ total: number }>(count, where.values)
  const row = newExport({ format, filter, total: counted!.total, created_by: principal.id, user_id: owner }, time)
  transaction.insert(ExportEntity, row)
  transaction.announce(exportRequested, undefined)
  return exportRecord(row, baseUrl)
}

/** Throws `limit-reached` for who has as many exports as one maker may have, finished or not. */
async function requireRoom(action: Action<unknown>): Promise<void> {
  const { principal, limits, now } = action
  const table = 'exports'
  const kept = new Conditions('true')
    .andEqual('created_by', principal.id)
    .and((value) => `"expires_at" > ${value(now)}`)
  const unfinished = kept.and(() => `"status" in ('pending', 'running')`)
  await requireBelowLimit(action, { limited: 'exports', limit: limits.exports, table, where: kept })
  await requireBelowLimit(action, {
    limited: 'unfinishedExports',
    limit: UNFINISHED_EXPORTS,
    table,
    where: unfinished,
  })
}

async function findFile(action: Action<{ export_id: string }>): Promise<StoredFile> {
  const row = await findExport(action)
  const { file } = exportRecord(row, action.baseUrl)
  if (!file) throw notReady(row)
  return {
    size: file.size,
    sha256: file.sha256,
    contentType: file.content_type,
    filename: `users-${row.created_at.slice(0, 10)}.${row.format}`,
    lastModified: row.finished_at!,
    read: (start, end) => readParts(action.database, row.id, start, end),
  }
}

function notReady({ status }: Pick<ExportRecord, 'status'>): Problem {
  if (status === 'failed')
    return new Problem('export-not-ready', 'This export failed and has no file. Make another one.')
  const detail = `This export is ${status}. Read it until its status is succeeded, then download the file.`
  return new Problem('export-not-ready', detail, { headers: { 'retry-after': '1' } })
}
