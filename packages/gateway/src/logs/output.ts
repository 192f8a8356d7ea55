import { writeSync } from 'node:fs'
import { setTimeout as later } from 'node:timers'
import { pino } from 'pino'

/** Bytes of lines that wait to be written, at most. Further lines are lost. */
const MOST = 16 * 1_048_576

/**
 * Bytes that are written at once, at most, unless one line has more. A pipe takes as many as a whole or not at all, so that lines of several processes are not
 * mixed.
 */
const CHUNK = 4_096

/** Pauses before another attempt to write, in milliseconds: to a pipe that is full, and after any other error. */
const WHILE_FULL = 10
const AFTER_ERROR = 100

/** How long the end of the process waits for lines to be written, in milliseconds. */
const PATIENCE = 1_000

/** The standard output, as far as its type tells nothing of it: pipes and sockets have a handle. */
interface Shared {
  _handle?: { setBlocking?: (isBlocking: boolean) => void }
}

/**
 * Writes lines to the standard output, those of one turn of the event loop together, and never fails or waits. Lines that it does not take, because the disk
 * is full or nobody reads, are kept up to 16 MiB, and further ones are counted: a line tells their number once the others are written. When the process ends,
 * they are written for a second at most.
 */
export class Output {
  /** Lines that wait, put together to chunks. */
  readonly #chunks: string[] = []
  /** Bytes of the last chunk. */
  #last = 0
  /** What is left of a chunk that was written in part. */
  #rest: Buffer | undefined
  /** Bytes of all lines that wait. */
  #bytes = 0
  #lost = 0
  /** Whether lines are written in this turn of the event loop, or after a pause. */
  #isPlanned = false

  constructor() {
    process.once('exit', () => this.#finish())
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line)
    if (this.#bytes + bytes > MOST) {
      this.#lost++
      return
    }
    this.#bytes += bytes
    this.#add(line, bytes)
    if (this.#isPlanned) return
    this.#isPlanned = true
    setImmediate(this.#begin)
  }

  #add(line: string, bytes: number): void {
    const isOfLast = this.#chunks.length > 0 && this.#last + bytes <= CHUNK
    if (isOfLast) this.#chunks[this.#chunks.length - 1] += line
    else this.#chunks.push(line)
    this.#last = isOfLast ? this.#last + bytes : bytes
  }

  readonly #begin = (): void => {
    const pause = this.#writeAll()
    this.#isPlanned = pause !== undefined
    if (pause === undefined) this.#tellLost()
    else later(this.#begin, pause).unref()
  }

  /** Writes what waits. Returns the pause before another attempt, or undefined when all is written. */
  #writeAll(): number | undefined {
    doNotBlock()
    try {
      for (let rest = this.#next(); rest; rest = this.#next()) this.#took(writeSync(1, rest))
      return undefined
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? WHILE_FULL : AFTER_ERROR
    }
  }

  #next(): Buffer | undefined {
    if (!this.#rest && this.#chunks.length > 0) this.#rest = Buffer.from(this.#chunks.shift()!)
    return this.#rest
  }

  #took(count: number): void {
    this.#bytes -= count
    this.#rest = count < this.#rest!.length ? this.#rest!.subarray(count) : undefined
  }

  #tellLost(): void {
    if (this.#lost === 0) return
    const lost = this.#lost
    this.#lost = 0
    pino({}, this).warn({ lost }, 'Lines of the log are lost: the standard output did not take them')
  }

  /** Writes what waits, without the event loop, for as long as the output is only full, and how many lines were lost. */
  #finish(): void {
    const end = performance.now() + PATIENCE
    this.#drain(end)
    this.#tellLost()
    this.#drain(end)
  }

  #drain(end: number): void {
    while (this.#writeAll() === WHILE_FULL && performance.now() < end) Atomics.wait(SLEEP, 0, 0, WHILE_FULL)
  }
}

const SLEEP = new Int32Array(new SharedArrayBuffer(4))

/** Lets writes to a full pipe fail rather than wait. Each start and end of a process that shares the pipe undoes this. */
function doNotBlock(): void {
  const { _handle: handle } = process.stdout as Shared
  handle?.setBlocking?.(false)
}
