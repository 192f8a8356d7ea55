import { z } from 'zod'
import { fileOperation } from '../contract/file-operation.ts'
import { exampleId, idPrefixes, idSchema } from '../contract/ids.ts'
import { exampleOf } from '../contract/example.ts'
import { operation, type OutputOf } from '../contract/operation.ts'
import { resource } from '../contract/resource.ts'
import { timestamp } from '../contract/text.ts'
import type { Work } from '../contract/work.ts'
import { type ExportsOptions, kindOf, type KindContracts, scopeOfKind, sharedScope } from './exported.contract.ts'

export const FORMATS = ['ndjson', 'csv'] as const
const EXPORT_STATUSES = ['pending', 'running', 'succeeded', 'failed'] as const

type ExportStatus = (typeof EXPORT_STATUSES)[number]

export const CONTENT_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8; header=present',
} as const satisfies Record<(typeof FORMATS)[number], string>

/** Seconds between two requests of a client that waits for an export. */
const POLL_INTERVAL = 1

const EXAMPLE_FILE = {
  size: 702,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  content_type: CONTENT_TYPES.ndjson,
}

const format = z.enum(FORMATS).meta({
  description: 'One JSON object a line, or comma-separated values (RFC 4180) with a header line.',
  examples: ['ndjson'],
})

const count = z.int().min(0)

const progress = z
  .object({
    done: count.meta({ description: 'Records written so far.', examples: [3] }),
    total: count.meta({ description: 'Records to write.', examples: [3] }),
  })
  .meta({ id: 'ExportProgress', description: 'How far an export is.' })

const fileIn = (basePath: string) =>
  z
    .object({
      size: count.meta({ description: 'Length in bytes.', examples: [EXAMPLE_FILE.size] }),
      sha256: z
        .string()
        .length(64)
        .meta({
          pattern: '^[0-9a-f]{64}$',
          description: 'SHA-256 of the bytes, in hexadecimal; the `ETag` of the file.',
          examples: [EXAMPLE_FILE.sha256],
        }),
      content_type: z
        .string()
        .max(127)
        .meta({
          pattern: String.raw`^[\w.+-]+/[\w.+-]+(?:; [\w-]+=[\w-]+)*$`,
          description: 'Media type.',
          examples: [EXAMPLE_FILE.content_type],
        }),
      href: z
        .string()
        .max(2_048)
        .meta({
          format: 'uri',
          description: 'Address to download it from, with a credential.',
          examples: [`http://localhost:3000${basePath}/exports/${exampleId(idPrefixes.export)}/file`],
        }),
    })
    .meta({ id: 'ExportFile', description: 'The file of an export.' })

const pollAgain = ({ status }: { status: ExportStatus }) =>
  status === 'pending' || status === 'running' ? POLL_INTERVAL : undefined

const STATES = { pending: 'working', running: 'working', succeeded: 'done', failed: 'failed' } satisfies Record<
  ExportStatus,
  Work['state']
>

/** Returns the state of the work on an export, as agents see it. */
const workOn = ({ status, progress: { done, total }, created_at: since, expires_at: until }: Told): Work => ({
  state: STATES[status],
  progress: `${done} of ${total} records`,
  since,
  until,
})

interface Told {
  status: ExportStatus
  progress: { done: number; total: number }
  created_at: string
  expires_at: string
}

/** Returns the contract of the resource `exports` for these kinds of records. */
export function exportsContract<Kinds extends KindContracts>(options: ExportsOptions<Kinds>) {
  const { basePath, kinds } = options
  const scope = sharedScope(options)
  const byKind = scope === 'any' ? (['insufficient-scope'] as const) : []
  const names = Object.keys(kinds)
  const exported = Object.values(kinds)[0]!
  const example = exampleOf(exported.schema)
  const plural = wordsOf(kinds, 'plural')
  const records = wordsOf(kinds, 'records')
  const usual = kindOf(options)
  const kind = z.enum(names).meta({ description: 'Which records the export is of.', examples: [usual] })
  const hasKind = names.length > 1
  const kindMember = hasKind ? { kind } : ({} as { kind?: never })
  const kindWanted = hasKind ? { kind: kind.default(usual) } : ({} as { kind?: never })
  const exampleKind = hasKind ? { kind: usual } : {}

  const exampleExport = {
    id: exampleId(idPrefixes.export),
    format: 'ndjson',
    ...exampleKind,
    filter: exported.exampleFilter,
    status: 'succeeded',
    progress: { done: 3, total: 3 },
    file: {
      ...EXAMPLE_FILE,
      href: `http://localhost:3000${basePath}/exports/${exampleId(idPrefixes.export)}/file`,
    },
    created_at: '2026-11-21T09:30:00.000Z',
    expires_at: '2026-11-22T09:30:00.000Z',
  }

  const filter = filterOf(kinds) as z.ZodObject<Kinds[keyof Kinds]['filter']>

  const record = z
    .object({
      id: idSchema(idPrefixes.export, 'the export'),
      format,
      ...kindMember,
      filter,
      status: z.enum(EXPORT_STATUSES).meta({ description: 'Where the export stands.', examples: ['succeeded'] }),
      progress,
      file: fileIn(basePath)
        .nullable()
        .meta({ description: 'The file to download; null until the export has succeeded.' }),
      created_at: timestamp.meta({ description: 'When the export was requested.' }),
      expires_at: timestamp.meta({ description: 'When the export and its file are deleted: 24 hours later.' }),
    })
    .meta({ id: 'Export', description: `An export of ${records} into a file.`, examples: [exampleExport] })

  const exportPath = { export_id: idSchema(idPrefixes.export, 'the export') }
  return resource({
    name: 'exports',
    title: 'Exports',
    description: `${capital(records)} as a file, made in the background and kept for a day.`,
    readScope: options.scope,
    events: {
      'export.succeeded': { description: 'An export was made and can be downloaded.', data: record },
      'export.failed': { description: 'An export could not be made.', data: record },
    },
    operations: {
      create: operation({
        method: 'POST',
        path: `${basePath}/exports`,
        summary: `Export ${plural}`,
        description: `Starts an export of the ${records} that pass \`filter\`. Read it at its \`Location\` until \`status\` is \`succeeded\` or \`failed\`, or wait for the event. The export of a caller who sees only its own records contains no others.${scopesTold(options)}`,
        scope,
        body: { format, ...kindWanted, filter: filter.default({} as never) },
        example: { format: 'ndjson', ...exampleKind, filter: exported.exampleFilter as never },
        output: record,
        status: 202,
        location: `${basePath}/exports/{id}`,
        retryAfter: pollAgain,
        work: workOn,
        errors: ['limit-reached', ...byKind],
        agent: {
          name: 'start_export',
          description: `Starts to write the ${records} that pass \`filter\` into a file, in the background: for all of them, where pages would take too many calls. Read it with get_export until \`status\` is \`succeeded\`; then \`file.href\` is where to download it for a day, with an API key. Without one, give the address to the person you act for.`,
        },
      }),
      get: operation({
        method: 'GET',
        path: `${basePath}/exports/{export_id}`,
        summary: 'Get an export',
        description:
          'The progress of an export, and the address of its file when it is ready. Its creator can read it, and so can a caller with every scope for all records.',
        scope,
        params: exportPath,
        output: record,
        retryAfter: pollAgain,
        errors: ['gone', ...byKind],
        agent: {
          name: 'get_export',
          description:
            'Tells how far an export is (`progress`) and, once it has succeeded, where its file is. Ask once a second at most.',
        },
      }),
    },
    files: {
      download: fileOperation({
        path: `${basePath}/exports/{export_id}/file`,
        summary: 'Download an export',
        description:
          "The file, whole or the range that `Range` asks for. Resume an interrupted download with `Range` and the `ETag` in `If-Range`. In CSV, text that a spreadsheet would run as a formula (it starts with `=`, `+`, `-`, `@`, tab or carriage return) has a `'` before it.",
        scope,
        params: exportPath,
        media: {
          'application/x-ndjson': `${JSON.stringify(example)}\n`,
          'text/csv': `${Object.keys(example).join(',')}\r\n${Object.values(example).join(',')}\r\n`,
        },
        filename: `${exported.words.plural}-2026-11-21.ndjson`,
        errors: ['gone', 'export-not-ready', 'range-not-satisfiable', ...byKind],
      }),
    },
  })
}

export type Exports = ReturnType<typeof exportsContract>
export type ExportRecord = OutputOf<Exports['operations']['get']>

/** Returns the schema of a filter of any of these kinds. */
function filterOf(kinds: KindContracts): z.ZodType {
  const filters = Object.entries(kinds).map(([name, { filter, exampleFilter, words }], _, { length }) =>
    z.strictObject(filter).meta({
      id: length > 1 ? `${capital(name)}ExportFilter` : 'ExportFilter',
      description: `Which ${words.plural} to export; all without it.`,
      examples: [exampleFilter],
    }),
  )
  if (filters.length === 1) return filters[0]!
  const examples = [Object.values(kinds)[0]!.exampleFilter]
  return z.union(filters).meta({ description: 'Which records of the kind to export; all without it.', examples })
}

/** Returns a sentence about the scope of each kind; an empty text when all kinds share one. */
function scopesTold(options: ExportsOptions): string {
  if (sharedScope(options) !== 'any') return ''
  const each = Object.entries(options.kinds).map(
    ([kind, { words }]) => `\`${scopeOfKind(options, kind)}\` for ${words.records}`,
  )
  return ` It takes the scope of what is exported: ${each.join(', ')}.`
}

const wordsOf = (kinds: KindContracts, member: 'plural' | 'records') =>
  Object.values(kinds)
    .map(({ words }) => words[member])
    .join(' or ')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
