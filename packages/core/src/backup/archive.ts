import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { unfinishedOf } from '../data/data-directory.ts'
import type { Page } from './rows.ts'
import { BackupError, isNameable } from './tables.ts'

const FORMAT = 1

const sums = z.record(z.string(), z.object({ count: z.int(), sum: z.string() }))

const names = z.array(z.string()).readonly()

/** Names that come into statements. */
const nameables = z.array(z.string().refine(isNameable)).readonly()

const formatted = z.object({ format: z.int() })

const header = z.object({
  format: z.literal(FORMAT),
  /** What the application is called to programs. */
  application: z.string(),
  made_at: z.iso.datetime(),
  tables: z.array(z.object({ name: z.string().refine(isNameable), columns: nameables, key: nameables })).readonly(),
  migrations: z.record(z.string(), names),
  /** What only who has the secrets can make; it tells what the archive was sealed with. Archives that say but one were made by an earlier version. */
  seal: z.union([z.string().transform((seal) => [seal]), z.array(z.string()).min(1)]),
})

/** What an archive begins with. */
export type Header = z.output<typeof header>

/** What it ends with: counts and sums of its rows, by table. */
export type Sums = z.output<typeof sums>

const line = z.union([z.object({ table: z.string(), rows: names }), z.object({ end: sums })])

/**
 * Writes an archive: lines of JSON, compressed, of which the first says what it is, the last what was in it, and those between have a page each. The
 * file is there when it is whole, for its owner alone; a process that exits before leaves nothing. Throws `BackupError` where there is one already.
 */
export async function writeArchive(
  file: string,
  first: Header,
  pages: AsyncIterable<Page | { end: Sums }>,
): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} is there already. Give another name.`)
  const unfinished = unfinishedOf(file)
  const remove = () => rmSync(unfinished, { force: true })
  async function* lines() {
    yield `${JSON.stringify({ ...first, seal: sealIn(first) })}\n`
    for await (const page of pages) yield `${JSON.stringify(page)}\n`
  }
  process.once('exit', remove)
  try {
    await piped(Readable.from(lines()), createGzip(), createWriteStream(unfinished, { mode: 0o600, flush: true }))
    await rename(unfinished, file)
  } catch (error) {
    remove()
    throw isOfFile(error) ? new BackupError(`${file} cannot be written: ${error.message}.`, { cause: error }) : error
  } finally {
    process.off('exit', remove)
  }
}

/** The seals as an archive has them: one alone as earlier versions read it. */
const sealIn = ({ seal: [one, ...others] }: Header) => (others.length === 0 ? one : [one, ...others])

/** An archive that is read: what it begins with, and the rest, to its end. */
export interface Archive {
  header: Header
  /** Throws `BackupError` where the file is cut short or was changed. */
  lines: AsyncIterable<Page | { end: Sums }>
}

/** Opens an archive. Throws `BackupError` where it is none, or of another format. */
export async function openArchive(file: string): Promise<Archive> {
  const values = valuesOf(file)
  const { value: first } = await values.next()
  const found = header.safeParse(first)
  if (!found.success) throw new BackupError(`${file} is no back-up that this version can read.${adviceOn(first)}`)
  return { header: found.data, lines: linesOf(file, values) }
}

/** What helps with a file that has another format than this version writes. */
function adviceOn(first: unknown): string {
  const { success, data } = formatted.safeParse(first)
  return success && data.format !== FORMAT
    ? ` Its format is ${data.format}, and not ${FORMAT}: use the version of the program that made it.`
    : ''
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

/** The values of a file's lines. */
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

/** The lines of a text that comes in pieces. A line is joined once, when it has ended: it may have as many pieces as a page has rows. */
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
