import type { Entry } from './entry.ts'

/** How many of the newest entries are kept in memory. */
const LENGTH = 2_000

/** How many characters of JSON they may have together. */
const SIZE = 8 * 1_024 * 1_024

/** The newest entries of the log, for readers that are nearly at its end. */
export class Tail {
  #entries: Entry[] = []
  #size = 0
  #floor: number
  /** What was asked for last: those who follow the log together ask for the same. */
  #asked: { seq: number; limit: number; found: readonly Entry[] } | undefined

  /** `floor` is the place after which it begins. */
  constructor(floor: number) {
    this.#floor = floor
  }

  /** The last place in it. */
  get head(): number {
    return this.#entries.at(-1)?.seq ?? this.#floor
  }

  add(entries: readonly Entry[]): void {
    this.#asked = undefined
    this.#entries.push(...entries)
    for (const { json } of entries) this.#size += json.length
    this.#trim()
  }

  /** Leaves out what comes after a place. */
  cut(seq: number): void {
    this.#asked = undefined
    for (const { json } of this.#entries.splice(this.#indexAfter(seq))) this.#size -= json.length
    this.#floor = Math.min(this.#floor, seq)
  }

  /** Cuts a quarter too much, so that the next calls have nothing to cut. */
  #trim(): void {
    if (this.#entries.length <= LENGTH && this.#size <= SIZE) return
    let count = 0
    while (this.#entries.length - count > 0.75 * LENGTH || this.#size > 0.75 * SIZE)
      this.#size -= this.#entries[count++]!.json.length
    this.#floor = this.#entries[count - 1]!.seq
    this.#entries = this.#entries.slice(count)
  }

  /** At most `limit` entries after a place, in order, as one array for all who ask; undefined when some of them are not kept any more. */
  after(seq: number, limit: number): readonly Entry[] | undefined {
    if (seq < this.#floor) return undefined
    if (this.#asked?.seq === seq && this.#asked.limit === limit) return this.#asked.found
    const start = this.#indexAfter(seq)
    const found = this.#entries.slice(start, start + limit)
    this.#asked = { seq, limit, found }
    return found
  }

  /** The entry at a place; undefined when it is not kept. */
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
