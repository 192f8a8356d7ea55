import { write, writeSync } from 'node:fs'
import { setTimeout as later } from 'node:timers'
import { pino } from 'pino'

/** Bytes of lines that wait to be written, at most. Further lines are lost. */
const MOST = 16 * 1_048_576

/** Bytes that are written at once, at most, unless one line has more: as many as Docker reads at once. */
const CHUNK = 16_384

/** Pause before another attempt to write, in milliseconds. */
const PAUSE = 100

/** How long the end of the process waits for lines to be written, in milliseconds. */
const PATIENCE = 1_000

/** The standard output, as far as its type tells nothing of it: pipes and sockets have a handle. */
interface Shared {
  _handle?: { setBlocking?: (isBlocking: boolean) => void }
}

/**
 * Writes lines to the standard output, and never fails or waits. Lines that it does not take, because the disk is full or nobody reads, are kept up to
 * 16 MiB, and further ones are counted: a line tells their number once the others are written. When the process ends, they are written for a second at most.
 */
export class Output {
  /** Lines that wait, put together to chunks. */
  readonly #chunks: string[] = []
  /** What is left of the chunk that is being written. */
  #rest: Buffer | undefined
  /** Bytes of all lines that wait. */
  #bytes = 0
  #lost = 0
  /** Whether a thread writes. */
  #isWriting = false
  #retry: NodeJS.Timeout | undefined

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
    const last = this.#chunks.length - 1
    if (last >= 0 && this.#chunks[last]!.length + bytes <= CHUNK) this.#chunks[last] += line
    else this.#chunks.push(line)
    if (!this.#isWriting && !this.#retry) this.#begin()
  }

  #begin(): void {
    const rest = this.#next()
    if (!rest) return this.#tellLost()
    this.#isWriting = true
    doNotBlock()
    write(1, rest, this.#end)
  }

  readonly #end = (error: Error | null, count: number): void => {
    this.#isWriting = false
    if (!error) {
      this.#took(count)
      return this.#begin()
    }
    this.#retry = later(() => {
      this.#retry = undefined
      this.#begin()
    }, PAUSE).unref()
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

  /** Writes what waits, without the event loop. A chunk that a thread writes is left to that. */
  #finish(): void {
    const end = performance.now() + PATIENCE
    if (this.#isWriting) this.#rest = undefined
    doNotBlock()
    for (let rest = this.#next(); rest && performance.now() < end; rest = this.#next()) {
      try {
        this.#took(writeSync(1, rest))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
        Atomics.wait(SLEEP, 0, 0, PAUSE / 10)
      }
    }
  }
}

const SLEEP = new Int32Array(new SharedArrayBuffer(4))

/** Lets writes to a full pipe fail rather than wait. Each start and end of a process that shares the pipe undoes this. */
function doNotBlock(): void {
  const { _handle: handle } = process.stdout as Shared
  handle?.setBlocking?.(false)
}
