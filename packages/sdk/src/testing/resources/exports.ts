import { RosterError } from '../../core/errors.ts'
import type { Application, ExportEntry } from '../application.ts'
import { sees, seesAll } from '#core/contract/access'
import type { Action, Steps } from '../action.ts'
import { requireScope } from '../authorize.ts'
import { Problem } from '../problem.ts'
import { madeFile, type ReadableFile } from '../files.ts'
import { UNFINISHED_EXPORTS } from '#core/operation/limits'
import { csvLine } from '#core/exports/csv'
import { present } from '../refuse.ts'
import { requireBelowLimit } from '../maker-limits.ts'
import type { Scope } from '../policy.ts'
import type { Principal } from '../principal.ts'
import type { Export, Row } from '../records.ts'
import { matching } from '../selection.ts'
import type { State } from '../state.ts'
import { validated } from '../validate.ts'

/** Exports and their files are kept for a day, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1_000

const CONTENT_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv; charset=utf-8; header=present' } as const

export const exports: Record<string, Steps> = {
  'exports.create': {
    scopes: ({ state }, { kind }) => scopesOf(state.application, kind),
    run(action) {
      const { principal, state, time } = action
      const { format, kind } = action.input
      const filter = filterOf(action)
      requireRoom(action)
      const total = recordsOf(state, { kind, filter }, principal.owner).length
      const made: Export = {
        id: action.id('exp'),
        format,
        ...(kind !== undefined && { kind }),
        filter,
        status: 'pending',
        progress: { done: 0, total },
        file: null,
        created_at: action.now,
        expires_at: new Date(time + LIFETIME).toISOString(),
      }
      action.db.exports.push(made)
      state.exportOwners.set(made.id, { created_by: principal.id, user_id: principal.owner })
      return made
    },
  },

  'exports.get': { run: findAllowed },

  'exports.download': { run: findFile },
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
function findExport(action: Action): Export {
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
  return access.mayDoEverything(principal) || created_by === principal.id
}

/** The same. Throws `insufficient-scope` where the caller may not read what was exported. */
function findAllowed(action: Action): Export {
  const made = findExport(action)
  const { application, operation, principal } = action
  requireScope({ ...operation, scope: entryOf(application, made).scope }, principal, application.spec.name)
  return made
}

/** What exporting records of a kind takes; nothing for what is no kind. */
function scopesOf({ spec: { exported } }: Application, kind: unknown): Scope[] {
  const [usual] = Object.keys(exported)
  const entry = Object.entries(exported).find(([name]) => name === (kind ?? usual))
  return entry ? [entry[1].scope] : []
}

/** The file of an export. Throws `export-not-ready`. */
function findFile(action: Action): ReadableFile {
  const made = findAllowed(action)
  const { id, format, status, created_at } = made
  const file = action.state.files.get(id)
  if (file)
    return {
      ...file,
      contentType: CONTENT_TYPES[format],
      filename: `${entryOf(action.application, made).name}-${created_at.slice(0, 10)}.${format}`,
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
  const { application, exportOwners } = state
  const owner = exportOwners.get(made.id)?.user_id ?? null
  const records = recordsOf(state, made, owner).toSorted(byAge)
  const content = textOf(made.format, records, entryOf(application, made).columns)
  const { bytes, sha256, finished_at } = await madeFile(content, new Date(time).toISOString())
  state.files.set(made.id, { bytes, sha256, finished_at })
  const href = `${baseUrl}${application.spec.basePath}/exports/${made.id}/file`
  const file = { size: bytes.length, sha256, content_type: CONTENT_TYPES[made.format], href }
  Object.assign(made, { status: 'succeeded', progress: { done: records.length, total: records.length }, file })
  state.emit('export.succeeded', made, { subject: owner, actor: { type: 'system', id: 'exports' }, time })
}

interface Wanted {
  kind?: string | undefined
  filter: object
}

/** The kind of records that an export is of. */
function entryOf({ spec: { exported } }: Application, { kind }: { kind?: string | undefined }): ExportEntry {
  const entry = kind === undefined ? Object.values(exported)[0] : exported[kind]
  if (entry) return entry
  throw new RosterError(`No operation reads the records that are exported${kind === undefined ? '' : ` as ${kind}`}.`)
}

/** What narrows an export, as its kind has it. */
function filterOf({ application, input }: Action): object {
  const { filter: members } = entryOf(application, { kind: input['kind'] })
  const filter = { filter: { type: 'object', members } } as const
  return validated(filter, { filter: input['filter'] }, 'body', application.checks)['filter'] as object
}

/** The records that pass a filter, of those that an owner sees; null for those of all. */
function recordsOf(state: State, { kind, filter }: Wanted, owner: string | null): Row[] {
  const { collections, operations } = state.application.spec
  const { of } = entryOf(state.application, { kind })
  const list = operations.find(({ effect }) => effect?.kind === 'list' && effect.of === of)
  const { owner: member } = collections[of]!
  const visible = state.table(of).filter((record) => member === undefined || sees({ owner }, record[member] as string))
  return matching(visible, filter, list?.effect?.searches ?? [])
}

const byAge = (one: Row, other: Row) => (one['created_at'] + one['id'] < other['created_at'] + other['id'] ? -1 : 1)

function textOf(format: Export['format'], records: readonly Row[], columns: readonly string[]): string {
  if (format === 'ndjson') return records.map((record) => `${JSON.stringify(record)}\n`).join('')
  return csvLine(columns) + records.map((record) => csvLine(columns.map((column) => cellOf(record[column])))).join('')
}

/** Nothing is an empty cell, and what is no text and no number is written as JSON. */
function cellOf(value: unknown): string | number {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
