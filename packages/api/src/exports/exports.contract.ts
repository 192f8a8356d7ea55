import { z } from 'zod'
import { fileOperation } from '../contract/file-operation.ts'
import { exampleId, idPrefixes, idSchema } from '../contract/ids.ts'
import { operation } from '../contract/operation.ts'
import { resource } from '../contract/resource.ts'
import { timestamp } from '../contract/text.ts'
import { exampleUser, userFilter } from '../users/users.contract.ts'

export const FORMATS = ['ndjson', 'csv'] as const
export const EXPORT_STATUSES = ['pending', 'running', 'succeeded', 'failed'] as const

export const CONTENT_TYPES = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8; header=present',
} as const satisfies Record<(typeof FORMATS)[number], string>

/** Seconds after which to look again whether an export is done. */
const POLL_INTERVAL = 1

export const exampleExport = {
  id: exampleId(idPrefixes.export),
  format: 'ndjson',
  filter: { role: 'admin' },
  status: 'succeeded',
  progress: { done: 3, total: 3 },
  file: {
    size: 702,
    sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    content_type: CONTENT_TYPES.ndjson,
    href: `http://localhost:3000/v1/exports/${exampleId(idPrefixes.export)}/file`,
  },
  created_at: '2026-11-21T09:30:00.000Z',
  expires_at: '2026-11-22T09:30:00.000Z',
} as const

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

const file = z
  .object({
    size: count.meta({ description: 'Length in bytes.', examples: [exampleExport.file.size] }),
    sha256: z
      .string()
      .length(64)
      .meta({
        pattern: '^[0-9a-f]{64}$',
        description: 'SHA-256 of the bytes, in hexadecimal; the `ETag` of the file.',
        examples: [exampleExport.file.sha256],
      }),
    content_type: z
      .string()
      .max(127)
      .meta({
        pattern: String.raw`^[\w.+-]+/[\w.+-]+(?:; [\w-]+=[\w-]+)*$`,
        description: 'Media type.',
        examples: [exampleExport.file.content_type],
      }),
    href: z
      .string()
      .max(2_048)
      .meta({
        format: 'uri',
        description: 'Address to download it from, with a credential.',
        examples: [exampleExport.file.href],
      }),
  })
  .meta({ id: 'ExportFile', description: 'The file that an export made.' })

const filter = z
  .strictObject(userFilter)
  .meta({ id: 'ExportFilter', description: 'Which users to export; all without it.', examples: [{ role: 'admin' }] })

export const userExport = z
  .object({
    id: idSchema(idPrefixes.export, 'the export'),
    format,
    filter,
    status: z.enum(EXPORT_STATUSES).meta({ description: 'Where the export stands.', examples: ['succeeded'] }),
    progress,
    file: file.nullable().meta({ description: 'What to download; null until the export has succeeded.' }),
    created_at: timestamp.meta({ description: 'When the export was asked for.' }),
    expires_at: timestamp.meta({ description: 'When the export and its file are deleted: 24 hours later.' }),
  })
  .meta({ id: 'Export', description: 'An export of user records into a file.', examples: [exampleExport] })

export type ExportRecord = z.output<typeof userExport>

const exportPath = { export_id: idSchema(idPrefixes.export, 'the export') }
const pollAgain = ({ status }: ExportRecord) =>
  status === 'pending' || status === 'running' ? POLL_INTERVAL : undefined

export const exports = resource({
  name: 'exports',
  title: 'Exports',
  description: 'User records as a file, made in the background and kept for a day.',
  readScope: 'read:users',
  events: {
    'export.succeeded': { description: 'An export was made and can be downloaded.', data: userExport },
    'export.failed': { description: 'An export could not be made.', data: userExport },
  },
  operations: {
    create: operation({
      method: 'POST',
      path: '/v1/exports',
      summary: 'Export users',
      description:
        'Starts an export of the user records that pass `filter`. Read it at its `Location` until `status` is `succeeded` or `failed`, or wait for the event. An export that a viewer starts holds its own record only.',
      scope: 'read:users',
      body: { format, filter: filter.default({}) },
      example: { format: 'ndjson', filter: { role: 'admin' } },
      output: userExport,
      status: 202,
      location: '/v1/exports/{id}',
      retryAfter: pollAgain,
      errors: ['limit-reached'],
    }),
    get: operation({
      method: 'GET',
      path: '/v1/exports/{export_id}',
      summary: 'Get an export',
      description:
        'How far an export is, and where its file is once it is made. Who started it can read it, and so can administrators.',
      scope: 'read:users',
      params: exportPath,
      output: userExport,
      retryAfter: pollAgain,
      errors: ['gone'],
    }),
  },
  files: {
    download: fileOperation({
      path: '/v1/exports/{export_id}/file',
      summary: 'Download an export',
      description:
        "The file, whole or the range that `Range` asks for. Resume a broken download with `Range` and the `ETag` in `If-Range`. In CSV, text that a spreadsheet would take for a formula (it starts with `=`, `+`, `-`, `@`, tab or carriage return) has a `'` before it.",
      scope: 'read:users',
      params: exportPath,
      media: {
        'application/x-ndjson': `${JSON.stringify(exampleUser)}\n`,
        'text/csv': `${Object.keys(exampleUser).join(',')}\r\n${Object.values(exampleUser).join(',')}\r\n`,
      },
      errors: ['gone', 'export-not-ready', 'range-not-satisfiable'],
    }),
  },
})
