import { sees, seesAll } from '../copied/access.ts'
import type { Action, Steps } from '../action.ts'
import { Problem } from '../core.ts'
import { UNFINISHED_EXPORTS } from '../copied/limits.ts'
import { csvLine } from '../copied/csv.ts'
import { present } from '../copied/tombstone.ts'
import { requireBelowLimit } from '../maker-limits.ts'
import type { Principal } from '../principal.ts'
import type { Export, Row } from '../records.ts'
import { matching } from '../selection.ts'
import type { MadeFile, State } from '../state.ts'

/** Exports and their files are kept for a day, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1_000

const CONTENT_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8; header=present' } as const

export const exports: Record<string, Steps> = {
  'exports.create': {
    run(action) {
      const { principal, state, time } = action
      const owner = principal.owner ?? undefined
      const { format, filter } = action.input
      requireRoom(action)
      const total = accountsAmong(state, owner, filter).length
      const made: Export = {
        id: action.id('exp'),
        format,
        filter,
        status: 'pending',
        progress: { done: 0, total },
        file: null,
        created_at: action.now,
        expires_at: new Date(time + LIFETIME).toISOString(),
      }
      action.db.exports.push(made)
      state.exportOwners.set(made.id, { created_by: principal.id, user_id: owner ?? null })
      return made
    },
  },

  'exports.get': { run: findExport },
}

/** Throws `limit-reached` for who has as many exports as one maker may have, finished or not. */
function requireRoom({ db, principal, state, time }: Action): void {
  const isOwn = ({ id }: Export) => state.exportOwners.get(id)?.created_by === principal.id
  const kept = db.exports.filter((made) => isOwn(made) && Date.parse(made.expires_at) > time)
  requireBelowLimit('exports', kept.length, state.limits.exports)
  const unfinished = kept.filter(({ status }) => status === 'pending' || status === 'running')
  requireBelowLimit('unfinishedExports', unfinished.length, UNFINISHED_EXPORTS)
}

/** An export as the caller may see it. Throws `not-found`, or `gone` once it has expired. */
export function findExport(action: Action): Export {
  const { db, principal, state } = action
  const id = String(action.input['export_id'])
  const made = action.find(db.exports, maySee(state, principal, id) ? id : '', 'export')
  const deleted_at = Date.parse(made.expires_at) > action.time ? null : made.expires_at
  present({ deleted_at }, 'export', action.time)
  return made
}

function maySee({ application: { access }, exportOwners }: State, principal: Principal, id: string): boolean {
  const { created_by, user_id } = exportOwners.get(id) ?? { created_by: '', user_id: null }
  if (!seesAll(principal)) return sees(principal, user_id)
  return access.isAdministrator(principal.role) || created_by === principal.id
}

/** The file of an export. Throws `export-not-ready`. */
export function findFile(action: Action): MadeFile & { contentType: string; filename: string } {
  const { id, format, status, created_at } = findExport(action)
  const file = action.state.files.get(id)
  if (file)
    return {
      ...file,
      contentType: CONTENT_TYPES[format],
      filename: `${action.application.spec.accounts}-${created_at.slice(0, 10)}.${format}`,
    }
  if (status === 'failed')
    throw new Problem('export-not-ready', 'This export failed and has no file. Make another one.')
  const detail = `This export is ${status}. Read it until its status is succeeded, then download the file.`
  throw new Problem('export-not-ready', detail, { headers: { 'retry-after': '1' } })
}

/** Makes the files of the exports that have waited long enough. */
export async function makeExports(state: State, time: number, wait: number, baseUrl: string): Promise<void> {
  for (const made of state.db.exports) {
    if (made.status === 'pending' && Date.parse(made.created_at) + wait <= time) await make(state, made, time, baseUrl)
  }
}

async function make(state: State, made: Export, time: number, baseUrl: string): Promise<void> {
  const only = state.exportOwners.get(made.id)?.user_id ?? undefined
  const records = accountsAmong(state, only, made.filter).toSorted(byAge)
  const bytes = new TextEncoder().encode(textOf(made.format, records, columnsOf(state)))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  state.files.set(made.id, { bytes, sha256, finished_at: new Date(time).toISOString() })
  const href = `${baseUrl}/v1/exports/${made.id}/file`
  const file = { size: bytes.length, sha256, content_type: CONTENT_TYPES[made.format], href }
  Object.assign(made, { status: 'succeeded', progress: { done: records.length, total: records.length }, file })
  state.emit('export.succeeded', made, { subject: null, actor: { type: 'system', id: 'exports' }, time })
}

/** The accounts that pass a filter; `only` is the one that may be among them, undefined for all. */
function accountsAmong(state: State, only: string | undefined, filter: object): Row[] {
  const { accounts, operations } = state.application.spec
  const list = operations.find(({ effect }) => effect?.kind === 'list' && effect.of === accounts)
  const visible = state.accounts.filter(({ id }) => only === undefined || only === id)
  return matching(visible, filter, list?.effect?.searches ?? [])
}

function columnsOf({ application: { spec } }: State): readonly string[] {
  return spec.collections[spec.accounts ?? '']?.members ?? []
}

const byAge = (one: Row, other: Row) => (one['created_at'] + one['id'] < other['created_at'] + other['id'] ? -1 : 1)

function textOf(format: Export['format'], records: readonly Row[], columns: readonly string[]): string {
  if (format === 'ndjson') return records.map((record) => `${JSON.stringify(record)}\n`).join('')
  return csvLine(columns) + records.map((record) => csvLine(columns.map((column) => record[column]))).join('')
}
