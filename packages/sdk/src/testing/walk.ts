import type { Where } from '#core/validation/fault'
import type { Schema } from './operation.ts'

/** A fault at a path in a value. */
export interface Finding {
  path: readonly (string | number)[]
  code: string
  message: string
}

export type Run = (schema: Schema, value: unknown, walk: Walk) => unknown

/** A walk through a value and its schema: the current position, and the findings so far. */
export class Walk {
  readonly where: Where
  readonly found: Finding[]
  readonly path: Finding['path']
  /** The schemas around the current one, outermost first. */
  readonly around: readonly Schema[]
  readonly #run: Run

  constructor(where: Where, run: Run, place: Partial<Pick<Walk, 'found' | 'path' | 'around'>> = {}) {
    this.where = where
    this.#run = run
    this.found = place.found ?? []
    this.path = place.path ?? []
    this.around = place.around ?? []
  }

  /** Adds a finding, here or at a step from here. */
  add(code: string, message: string, ...steps: (string | number)[]): undefined {
    this.found.push({ path: [...this.path, ...steps], code, message })
  }

  /** Checks a value against a part of the schema, here or at a step from here, and returns the result. */
  into(schema: Schema, part: Schema, value: unknown, ...steps: (string | number)[]): unknown {
    return this.#run(part, value, this.#at([...this.path, ...steps], [...this.around, schema]))
  }

  /** Returns the schema some levels out, the value, and the walk at that level. */
  out(up: number, value: unknown): [target: Schema, value: unknown, walk: Walk] {
    const { around } = this
    return [around.at(-up)!, value, this.#at(this.path, around.slice(0, -up))]
  }

  /** Returns a copy of the walk at the same position, with findings of its own. */
  trial(): Walk {
    return this.#at(this.path, this.around, [])
  }

  #at(path: Walk['path'], around: Walk['around'], found = this.found): Walk {
    return new Walk(this.where, this.#run, { path, around, found })
  }
}
