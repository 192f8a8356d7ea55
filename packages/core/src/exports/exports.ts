import { z } from 'zod'
import type { AnyOperation, ParsedOf } from '../contract/operation.ts'
import { Problem } from '../contract/problem.ts'
import { isSchema } from '../contract/sent-members.ts'
import { UNFINISHED_EXPORTS } from '../operation/limits.ts'
import { Conditions } from '../data/conditions.ts'
import { requireBelowLimit } from '../limits/maker-limits.ts'
import { requireScopes } from '../access/scope.ts'
import { onFile, type StoredFile } from '../operation/file.ts'
import type { Action } from '../operation/action.ts'
import { on } from '../operation/procedure.ts'
import { implement, type ImplementationOf } from '../operation/resource.ts'
import { ExportEntity, ExportPartEntity, exportRecord, type ExportRow, newExport } from './export.entity.ts'
import { findExport } from './export.queries.ts'
import { kindOf, scopeOfKind } from './exported.contract.ts'
import { type AnyKinds, type ExportedKinds, exportedOf } from './exported.ts'
import { CONTENT_TYPES, type ExportRecord, type Exports, exportsContract } from './exports.contract.ts'
import { readParts } from './parts.ts'
import { validated } from '../validation/validation.ts'
import { exportRequested } from './worker.ts'

/**
 * Returns the resource `exports`: files of many records, written in the background. Throws an `Error` without kinds, and for a kind without `table`, `schema` or
 * `words`.
 */
export function exportsOf<Kinds extends AnyKinds>(
  exported: ExportedKinds<Kinds>,
): ImplementationOf<ReturnType<typeof exportsContract<Kinds>>> & { exported: ExportedKinds } {
  if (Object.keys(exported.kinds ?? {}).length === 0)
    throw new Error(
      '`exportsOf` is given no `kinds`. Say of which records exports are, such as `kinds: { books: { table, schema, … } }`.',
    )
  for (const [kind, given] of Object.entries<Partial<AnyKinds[string]>>(exported.kinds)) requireKind(kind, given)
  return Object.assign(implementing(exportsContract(exported as ExportedKinds), exported), { exported }) as never
}

function requireKind(
  kind: string,
  { table, schema, words }: { table?: unknown; schema?: unknown; words?: unknown },
): void {
  const lacks = (part: string, mend: string) => new Error(`The export of ${kind} has no \`${part}\`. ${mend}`)
  if (typeof table !== 'string') throw lacks('table', 'Name the table or view that its records are in.')
  if (!isSchema(schema)) throw lacks('schema', 'Give it that of its records.')
  if (!words) throw lacks('words', "Give it what they are called, such as { plural: 'books', records: 'books' }.")
}

function implementing(contract: Exports, exported: ExportedKinds) {
  const { create, get } = contract.operations
  const isKind = (kind: unknown): kind is string => typeof kind === 'string' && Object.hasOwn(exported.kinds, kind)

  return implement(contract, {
    entities: [ExportEntity, ExportPartEntity],
    procedures: {
      create: on(create, {
        scopes: ({ kind = kindOf(exported) }) => (isKind(kind) ? [scopeOfKind(exported, kind)] : []),
        run: async (action) => exportRecord(await request(action, exported), exported, action.baseUrl),
      }),

      get: on(get, {
        run: async (action) => exportRecord(await findAllowed(get, action, exported), exported, action.baseUrl),
      }),
    },
    files: {
      download: onFile(contract.files.download, (action) => findFile(contract, action, exported)),
    },
  })
}

/** The input of a request, for any kinds of records. */
type Wanted = Omit<ParsedOf<Exports['operations']['create']>, 'kind'> & { kind?: string }

async function request(action: Action<ParsedOf<Exports['operations']['create']>>, exported: ExportedKinds) {
  const { principal, transaction, time } = action
  const { format, kind = kindOf(exported), filter } = action.input as Wanted
  const records = exportedOf(exported, kind)
  const narrowed = validated(z.object({ filter: z.strictObject(records.filter) }), { filter }, 'body').filter
  await requireRoom(action)
  const { owner } = principal
  const where = records.select(narrowed, owner)
  const count = { text: `select count(*) as total from "${records.table}" where ${where.text}` }
  const [counted] = await transaction.query<{ total: number }>(count, where.values)
  const trace = transaction.tracing?.active() ?? null
  const maker = { created_by: principal.id, user_id: owner, trace }
  const row = newExport({ format, kind, filter: narrowed, total: counted!.total, ...maker }, time)
  transaction.insert(ExportEntity, row)
  transaction.announce(exportRequested, undefined)
  return row
}

/** Throws `limit-reached` when the caller has as many unexpired exports, or as many unfinished ones, as one maker may have. */
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

type Named = Action<{ export_id: string }>

/** Returns an export that this caller may see. Throws `insufficient-scope` when it may not read the exported kind of records. */
async function findAllowed(operation: AnyOperation, action: Named, exported: ExportedKinds): Promise<ExportRow> {
  const row = await findExport(action)
  requireScopes(operation, action.principal, [scopeOfKind(exported, kindOf(exported, row.kind))])
  return row
}

async function findFile({ files }: Exports, action: Named, exported: ExportedKinds): Promise<StoredFile> {
  const row = await findAllowed(files.download, action, exported)
  const { size, sha256, format, created_at } = row
  if (size === null || sha256 === null) throw notReady(row)
  return {
    size,
    sha256,
    contentType: CONTENT_TYPES[format],
    filename: `${exportedOf(exported, kindOf(exported, row.kind)).words.plural}-${created_at.slice(0, 10)}.${format}`,
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
