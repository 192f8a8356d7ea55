import { camelCase, lowerFirst } from './words.ts'

/** Position of a schema: the name of its resource, and the names that lead to the schema. */
interface Place {
  resource: string
  path: readonly string[]
}

type Schema = Readonly<Record<string, unknown>>

/** Writes schemas as code. Every part that occurs more than once is a constant. */
export class SharedSchemas {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #constants: string[] = []

  /** `schemas` are all schemas that will be written. */
  constructor(schemas: readonly Schema[]) {
    for (const schema of schemas) this.#count(schema)
  }

  /** Returns the code of a schema of a resource. `name` is the schema's name if it becomes a constant itself. */
  code(schema: Schema, name: string, resource: string): string {
    return this.#code(schema, { resource, path: [name] })
  }

  /** The constants in the code returned so far. Each follows the constants that it uses. */
  get constants(): string {
    return this.#constants.join('')
  }

  /** Counts a value and its parts. A value that occurs again is counted without its parts, which belong to it. */
  #count(value: unknown): void {
    if (!isNode(value)) return
    const key = JSON.stringify(value)
    const uses = this.#uses.get(key) ?? 0
    this.#uses.set(key, uses + 1)
    if (uses === 0) for (const part of Object.values(value)) this.#count(part)
  }

  #code(value: unknown, place: Place): string {
    if (!isNode(value)) return JSON.stringify(value)
    const key = JSON.stringify(value)
    if (key.length < SHORT || this.#uses.get(key) === 1) return this.#written(value, place)
    return this.#names.get(key) ?? this.#shared(key, value, place)
  }

  #written(value: object, { resource, path }: Place): string {
    const part = (name: string, member: unknown) => this.#code(member, { resource, path: [...path, name] })
    if (Array.isArray(value)) return `[${value.map((member) => part('', member)).join(', ')}]`
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${part(name, member)}`)
    return `{${members.join(', ')}}`
  }

  #shared(key: string, value: object, place: Place): string {
    const code = this.#written(value, place)
    const name = this.#freeName(place)
    this.#names.set(key, name)
    this.#taken.add(name)
    this.#constants.push(`const ${name} = ${code} as const\n\n`)
    return name
  }

  /** Returns a free name for a constant: the schema's own name, if necessary with the resource's name or a number. */
  #freeName({ resource, path }: Place): string {
    const own = path.findLast((name) => !KEYWORDS.has(name)) ?? 'shared'
    const ending = ENDINGS[path.at(-1)!] ?? 'Schema'
    const short = lowerFirst(camelCase(`${own}_${ending}`.replaceAll(/\W+/g, '_').replace(/^[\d_]+/, '')))
    const long = own.startsWith(resource) ? short : camelCase(`${resource}_${own}_${ending}`)
    const numbered = (name: string, number = 2): string =>
      this.#taken.has(`${name}${number}`) ? numbered(name, number + 1) : `${name}${number}`
    return [short, long].find((name) => !this.#taken.has(name)) ?? numbered(long)
  }
}

/** Length in JSON below which a part is written in place, where it reads better. */
const SHORT = 60

/** Keywords of schemas that do not name the data. */
const KEYWORDS = new Set([
  '',
  '$defs',
  'additionalProperties',
  'anyOf',
  'enum',
  'items',
  'oneOf',
  'properties',
  'required',
])

/** Endings of the names of constants that are no schemas. */
const ENDINGS: Readonly<Record<string, string>> = {
  anyOf: 'Alternatives',
  enum: 'Values',
  oneOf: 'Alternatives',
  properties: 'Properties',
  required: 'Names',
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null
