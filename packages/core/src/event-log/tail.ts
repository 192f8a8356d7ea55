import type { Entry } from './entry.ts'

/** Largest number of entries in memory. */
const LENGTH = 2_000

/** Largest size of their JSON together, in characters. */
const SIZE = 8 * 1_024 * 1_024

/** The newest entries of the log, in memory, for readers near its end. */
export class Tail {
  #entries: Entry[] = []
  #size = 0
  #floor: number
  /** The last answer: readers that follow the log together ask for the same entries. */
  #asked: { seq: number; limit: number; found: readonly Entry[] } | undefined

  /** Creates an empty tail that begins after the place `floor`. */
  constructor(floor: number) {
    this.#floor = floor
  }

  /** Place of the newest entry; `floor` when there is none. */
  get head(): number {
    return this.#entries.at(-1)?.seq ?? this.#floor
  }

  add(entries: readonly Entry[]): void {
    this.#asked = undefined
    this.#entries.push(...entries)
    for (const { json } of entries) this.#size += json.length
    this.#trim()
  }

  /** Removes the entries after a place. */
  cut(seq: number): void {
    this.#asked = undefined
    for (const { json } of this.#entries.splice(this.#indexAfter(seq))) this.#size -= json.length
    this.#floor = Math.min(this.#floor, seq)
  }

  /** Removes the oldest entries beyond the limits, and a quarter more, so that not every call has to remove some. */
  #trim(): void {
    if (this.#entries.length <= LENGTH && this.#size <= SIZE) return
    let count = 0
    while (this.#entries.length - count > 0.75 * LENGTH || this.#size > 0.75 * SIZE)
      this.#size -= this.#entries[count++]!.json.length
    this.#floor = this.#entries[count - 1]!.seq
    this.#entries = this.#entries.slice(count)
  }

  /** Returns at most `limit` entries after a place, in order, as an array that all readers share; undefined when some of them are no longer in memory. */
  after(seq: number, limit: number): readonly Entry[] | undefined {
    if (seq < this.#floor) return undefined
    if (this.#asked?.seq === seq && this.#asked.limit === limit) return this.#asked.found
    const start = this.#indexAfter(seq)
    const found = this.#entries.slice(start, start + limit)
    this.#asked = { seq, limit, found }
    return found
  }

  /** Returns the entry at a place; undefined when it is not in memory. */
  at(seq: number): Entry | undefined {
    const entry = this.#entries[this.#indexAfter(seq - 1)]
    return entry?.seq === seq ? entry : undefined
  }

  #indexAfter(seq: number): number {
    let [low, high] = [0, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#entries[middle]!.seq > seq) high = middle
      else low = middle + 1
    }
    return low
  }
}
