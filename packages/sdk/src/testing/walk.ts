import type { Where } from '#core/validation/fault'
import type { Schema } from './operation.ts'

/** What is wrong at a place of a value. */
export interface Finding {
  path: readonly (string | number)[]
  code: string
  message: string
}

export type Run = (schema: Schema, value: unknown, walk: Walk) => unknown

/** A walk through a value and its schema: where it is, and what it found. */
export class Walk {
  readonly where: Where
  readonly found: Finding[]
  readonly path: Finding['path']
  /** The schemas around the one at hand, outermost first. */
  readonly around: readonly Schema[]
  readonly #run: Run

  constructor(where: Where, run: Run, place: Partial<Pick<Walk, 'found' | 'path' | 'around'>> = {}) {
    this.where = where
    this.#run = run
    this.found = place.found ?? []
    this.path = place.path ?? []
    this.around = place.around ?? []
  }

  /** Notes what is wrong, here or at a step from here. */
  add(code: string, message: string, ...steps: (string | number)[]): undefined {
    this.found.push({ path: [...this.path, ...steps], code, message })
  }

  /** The value of a part of a schema, here or at a step from here. */
  into(schema: Schema, part: Schema, value: unknown, ...steps: (string | number)[]): unknown {
    return this.#run(part, value, this.#at([...this.path, ...steps], [...this.around, schema]))
  }

  /** The value of the schema that is some levels out. */
  out(up: number, value: unknown): [target: Schema, value: unknown, walk: Walk] {
    const { around } = this
    return [around.at(-up)!, value, this.#at(this.path, around.slice(0, -up))]
  }

  /** The same walk, whose findings count for nothing yet. */
  trial(): Walk {
    return this.#at(this.path, this.around, [])
  }

  #at(path: Walk['path'], around: Walk['around'], found = this.found): Walk {
    return new Walk(this.where, this.#run, { path, around, found })
  }
}
