import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { link, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { unfinishedOf } from '../data/data-directory.ts'
import { syncDirectory } from '../data/on-disk.ts'
import type { Page } from './rows.ts'
import { BackupError, isNameable } from './tables.ts'

const FORMAT = 1

const sums = z.record(z.string(), z.object({ count: z.int(), sum: z.string() }))

const names = z.array(z.string()).readonly()

/** Names that become part of SQL statements. */
const nameables = z.array(z.string().refine(isNameable)).readonly()

const formatted = z.object({ format: z.int() })

const header = z.object({
  format: z.literal(FORMAT),
  /** The application's name in programs (`slug`). */
  application: z.string(),
  made_at: z.iso.datetime(),
  tables: z.array(z.object({ name: z.string().refine(isNameable), columns: nameables, key: nameables })).readonly(),
  migrations: z.record(z.string(), names),
  /**
   * A text for each secret that only a holder of the secrets can make. It proves with which secrets the archive's texts are sealed. Archives of earlier
   * versions have a single text.
   */
  seal: z.union([z.string().transform((seal) => [seal]), z.array(z.string()).min(1)]),
})

/** The first line of an archive. */
export type Header = z.output<typeof header>

/** The last line of an archive: counts and sums of its rows, by table. */
export type Sums = z.output<typeof sums>

const line = z.union([z.object({ table: z.string(), rows: names }), z.object({ end: sums })])

/**
 * Writes an archive: compressed lines of JSON. The first is the header, the last has the sums, and each line between has a page of rows. The file appears
 * when it is complete, readable by its owner only, and is on the disk; a process that exits earlier leaves no file, and one that is killed an unfinished one.
 * Throws `BackupError` when the file exists, at the end as well as at the beginning.
 */
export async function writeArchive(
  file: string,
  first: Header,
  pages: AsyncIterable<Page | { end: Sums }>,
): Promise<void> {
  requireFree(file)
  const unfinished = `${unfinishedOf(file)}-${randomBytes(3).toString('hex')}`
  const remove = () => rmSync(unfinished, { force: true })
  async function* lines() {
    yield `${JSON.stringify({ ...first, seal: sealIn(first) })}\n`
    for await (const page of pages) yield `${JSON.stringify(page)}\n`
  }
  process.once('exit', remove)
  try {
    await piped(Readable.from(lines()), createGzip(), createWriteStream(unfinished, { mode: 0o600, flush: true }))
    await take(file, unfinished)
    syncDirectory(dirname(file))
  } catch (error) {
    throw isOfFile(error) ? new BackupError(`${file} cannot be written: ${error.message}.`, { cause: error }) : error
  } finally {
    remove()
    process.off('exit', remove)
  }
}

function requireFree(file: string): void {
  if (existsSync(file)) throw taken(file)
}

const taken = (file: string) => new BackupError(`${file} is there already. Give another name.`)

/** Gives a file that is complete its name. Where the file system has no hard links, it takes the place of a file that appears at the same moment. */
async function take(file: string, unfinished: string): Promise<void> {
  try {
    await link(unfinished, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(file)
    requireFree(file)
    await rename(unfinished, file)
  }
}

/** The seals in the form of an archive: a single one as a text, which earlier versions read. */
const sealIn = ({ seal: [one, ...others] }: Header) => (others.length === 0 ? one : [one, ...others])

/** An archive that is being read: its header, and the lines after it. */
export interface Archive {
  header: Header
  /** Pages, and the sums at the end. Throws `BackupError` when the file is cut short or was changed. */
  lines: AsyncIterable<Page | { end: Sums }>
}

/** Opens an archive. Throws `BackupError` when the file is no archive, or has another format. */
export async function openArchive(file: string): Promise<Archive> {
  const values = valuesOf(file)
  const first = await values.next().then(
    ({ value }) => value,
    (error: BackupError) => {
      if (!isForeign(error.cause)) throw error
    },
  )
  const found = header.safeParse(first)
  if (!found.success) throw new BackupError(`${file} is no back-up that this version can read.${adviceOn(first)}`)
  return { header: found.data, lines: linesOf(file, values) }
}

/** Whether the first line of a file could not be read because something else wrote the file: it is not compressed, or is no JSON. */
const isForeign = (cause: unknown) =>
  cause instanceof SyntaxError || (cause as Error | undefined)?.message === 'incorrect header check'

/** Returns advice for a file that this version does not read. */
function adviceOn(first: unknown): string {
  const { success, data } = formatted.safeParse(first)
  return success && data.format !== FORMAT
    ? ` Its format is ${data.format}, and not ${FORMAT}: use the version of the program that made it.`
    : ' Pass a file that the command `backup` wrote; if this is one, its beginning was damaged: use another.'
}

async function* linesOf(file: string, values: AsyncIterable<unknown>): AsyncGenerator<Page | { end: Sums }> {
  for await (const value of values) {
    const found = line.safeParse(value)
    if (!found.success) break
    yield found.data
    if ('end' in found.data) return
  }
  throw damaged(file)
}

/** Yields the JSON value of each line of a file. */
async function* valuesOf(file: string): AsyncGenerator {
  const content = pipeline(createReadStream(file), createGunzip().setEncoding('utf8'), () => {})
  try {
    for await (const text of linesIn(content)) yield JSON.parse(text)
  } catch (cause) {
    throw isOfFile(cause)
      ? new BackupError(`${file} cannot be read: ${cause.message}.`, { cause })
      : damaged(file, cause)
  }
}

/** Yields the lines of a text that comes in pieces. The pieces of a line are joined once, at its end, because a line may have very many. */
async function* linesIn(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = []
  for await (const piece of pieces) {
    const [more, ...beginnings] = piece.split('\n')
    begun.push(more!)
    for (const beginning of beginnings) {
      yield begun.join('')
      begun = [beginning]
    }
  }
}

const isOfFile = (error: unknown): error is NodeJS.ErrnoException => error instanceof Error && 'syscall' in error

const damaged = (file: string, cause?: unknown) =>
  new BackupError(`${file} is cut short, or was changed after it was made. Use another back-up.`, { cause })
