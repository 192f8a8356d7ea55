// Written by `roster-generate` from the contract. Changes to it are lost.

import {
  type APIPromise,
  type Bytes,
  download,
  type DownloadOptions,
  type ConditionalReadOptions,
  type ReadOptions,
  type RequestOptions,
  Resource,
  waitFor,
  type WaitOptions,
} from '@roster/sdk/client'

/** An export of books or people into a file. */
export interface Export {
  /** Opaque identifier of the export. At most 64 characters. */
  id: string
  /** One JSON object a line, or comma-separated values (RFC 4180) with a header line. */
  format: 'ndjson' | 'csv'
  /** Which records the export is of. */
  kind: 'books' | 'people'
  /** Which records of the kind to export; all without it. */
  filter: BooksExportFilter | PeopleExportFilter
  /** Where the export stands. */
  status: 'pending' | 'running' | 'succeeded' | 'failed'
  progress: ExportProgress
  /** The file to download; null until the export has succeeded. */
  file: ExportFile | null
  /** When the export was requested. ISO 8601 in UTC. At most 24 characters. */
  created_at: string
  /** When the export and its file are deleted: 24 hours later. ISO 8601 in UTC. At most 24 characters. */
  expires_at: string
}

/** Which books to export; all without it. */
export interface BooksExportFilter {
  /** Only books of this branch. 2 to 32 characters. */
  branch?: string | undefined
  /** Only books of this author. 1 to 200 characters. */
  author?: string | undefined
}

/** Which people to export; all without it. */
export interface PeopleExportFilter {
  /** Only people of this branch. 2 to 32 characters. */
  branch?: string | undefined
  /** Only who does this. */
  post?: 'librarian' | 'clerk' | 'reader' | undefined
}

/** How far an export is. */
export interface ExportProgress {
  /** Records written so far. */
  done: number
  /** Records to write. */
  total: number
}

/** The file of an export. */
export interface ExportFile {
  /** Length in bytes. */
  size: number
  /** SHA-256 of the bytes, in hexadecimal; the `ETag` of the file. Exactly 64 characters. */
  sha256: string
  /** Media type. At most 127 characters. */
  content_type: string
  /** Address to download it from, with a credential. At most 2,048 characters. */
  href: string
}

/** Body of `exports.create`. */
export interface ExportsCreateBody {
  /** One JSON object a line, or comma-separated values (RFC 4180) with a header line. */
  format: 'ndjson' | 'csv'
  /** Which records the export is of. Default: books. */
  kind?: 'books' | 'people' | undefined
  /** Which records of the kind to export; all without it. */
  filter?: BooksExportFilter | PeopleExportFilter | undefined
}

/** Books or people as a file, made in the background and kept for a day. */
export class ExportsResource extends Resource {
  /**
   * Export books or people.
   *
   * Starts an export of the books or people that pass `filter`. Read it at its `Location` until `status` is
   * `succeeded` or `failed`, or wait for the event. The export of a caller who sees only its own records contains no
   * others. It takes the scope of what is exported: `read:books` for books, `read:people` for people.
   *
   * Needs any credential.
   *
   * @param body - Body of the request.
   * @throws `PermissionDeniedError`: csrf, forbidden, insufficient-scope.
   * @throws `ValidationError`: validation-failed.
   * @throws `ConflictError`: limit-reached.
   *
   * @example
   * await library.exports.create({ format: 'ndjson', kind: 'books', filter: { branch: 'north' } })
   */
  create(body: ExportsCreateBody, options: RequestOptions = {}): APIPromise<Export> {
    return this.client.request<Export>('POST', '/api/exports', { body }, options)
  }

  /**
   * Calls `create`, then reads the record until its status is final, at the interval that the service asks for. The final `status` may be a
   * failure. To limit the wait, pass `signal: AbortSignal.timeout(milliseconds)`.
   */
  createAndWait(body: ExportsCreateBody, options: WaitOptions<Export> = {}): Promise<Export> {
    const get = ({ id }: Export) => this.get(id, options)
    return waitFor(this.create(body, options), { unfinished: ['pending', 'running'], get }, options)
  }

  /**
   * Get an export.
   *
   * The progress of an export, and the address of its file when it is ready. Its creator can read it, and so can a
   * caller with every scope for all records.
   *
   * Needs any credential.
   *
   * @param exportId - Opaque identifier of the export.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `PermissionDeniedError`: insufficient-scope.
   *
   * @example
   * await library.exports.get('exp_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  get(exportId: string, options?: ReadOptions): APIPromise<Export>
  /** Returns null while the record still has the entity tag `ifNoneMatch`. */
  get(exportId: string, options: ConditionalReadOptions): APIPromise<Export | null>
  get(exportId: string, options: ConditionalReadOptions = {}): APIPromise<Export | null> {
    return this.client.request<Export>('GET', '/api/exports/{export_id}', { ids: [exportId] }, options)
  }

  /**
   * Download an export.
   *
   * The file, whole or the range that `Range` asks for. Resume an interrupted download with `Range` and the `ETag` in
   * `If-Range`. In CSV, text that a spreadsheet would run as a formula (it starts with `=`, `+`, `-`, `@`, tab or
   * carriage return) has a `'` before it.
   *
   * Needs any credential.
   *
   * @param exportId - Opaque identifier of the export.
   * @throws `NotFoundError`: not-found.
   * @throws `GoneError`: gone.
   * @throws `ConflictError`: export-not-ready.
   * @throws `APIError`: range-not-satisfiable.
   * @throws `PermissionDeniedError`: insufficient-scope.
   *
   * @example
   * const stream = await library.exports.download('exp_01KAJQ7W5M8XV2R4T6Y9B3D501')
   */
  download(exportId: string, options: DownloadOptions = {}): APIPromise<Bytes> {
    return download(this.client, '/api/exports/{export_id}/file', [exportId], options)
  }
}
