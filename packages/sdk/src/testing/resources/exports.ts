import { sees, seesAll } from '../copied/access.ts'
import type { Export } from '../../resources/exports.ts'
import type { User } from '../../resources/users.ts'
import type { Action, Steps } from '../action.ts'
import { Problem } from '../core.ts'
import { UNFINISHED_EXPORTS } from '../copied/limits.ts'
import { csvLine } from '../copied/csv.ts'
import { present } from '../copied/tombstone.ts'
import { access } from '../copied/scopes.ts'
import { requireBelowLimit } from '../maker-limits.ts'
import { type Principal, visibleTo } from '../principal.ts'
import type { MadeFile, State } from '../state.ts'
import { usersAmong, usersMatching } from './users.ts'

/** Exports and their files are kept for a day, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1_000

const CONTENT_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8; header=present' } as const

export const exports: Record<string, Steps> = {
  'exports.create': {
    run(action) {
      const { principal, state, time } = action
      const { format, filter } = action.input
      requireRoom(action)
      const total = usersMatching(action, filter).length
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
      state.exportOwners.set(made.id, { created_by: principal.id, user_id: visibleTo(principal) ?? null })
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

function maySee({ exportOwners }: State, principal: Principal, id: string): boolean {
  const { created_by, user_id } = exportOwners.get(id) ?? { created_by: '', user_id: null }
  if (!seesAll(principal)) return sees(principal, user_id)
  return access.isAdministrator(principal.role) || created_by === principal.id
}

/** The file of an export. Throws `export-not-ready`. */
export function findFile(action: Action): MadeFile & { contentType: string; filename: string } {
  const { id, format, status, created_at } = findExport(action)
  const file = action.state.files.get(id)
  if (file)
    return { ...file, contentType: CONTENT_TYPES[format], filename: `users-${created_at.slice(0, 10)}.${format}` }
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
  const only = state.exportOwners.get(made.id)?.user_id ?? null
  const users = usersAmong(state.db, only ?? undefined, made.filter)
  const bytes = new TextEncoder().encode(textOf(made.format, users.toSorted(byAge)))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  state.files.set(made.id, { bytes, sha256, finished_at: new Date(time).toISOString() })
  const href = `${baseUrl}/v1/exports/${made.id}/file`
  const file = { size: bytes.length, sha256, content_type: CONTENT_TYPES[made.format], href }
  Object.assign(made, { status: 'succeeded', progress: { done: users.length, total: users.length }, file })
  state.emit('export.succeeded', made, { subject: null, actor: { type: 'system', id: 'exports' }, time })
}

const byAge = (one: User, other: User) => (one.created_at + one.id < other.created_at + other.id ? -1 : 1)

const COLUMNS = ['id', 'name', 'email', 'role', 'status', 'version', 'created_at', 'updated_at'] as const

function textOf(format: Export['format'], users: readonly User[]): string {
  if (format === 'ndjson') return users.map((user) => `${JSON.stringify(user)}\n`).join('')
  return csvLine(COLUMNS) + users.map((user) => csvLine(COLUMNS.map((column) => user[column]))).join('')
}
