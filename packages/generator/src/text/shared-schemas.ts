import { camelCase, lowerFirst } from './words.ts'

/** Where a schema stands: what its resource is called, and the names that lead to it. */
interface Place {
  resource: string
  path: readonly string[]
}

type Schema = Readonly<Record<string, unknown>>

/** Writes schemas as code in which every part that occurs more than once is a constant. */
export class SharedSchemas {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #constants: string[] = []

  /** All that will be written. */
  constructor(schemas: readonly Schema[]) {
    for (const schema of schemas) this.#count(schema)
  }

  /** Returns the code of a schema of a resource; `name` is what it is called if it is shared itself. */
  code(schema: Schema, name: string, resource: string): string {
    return this.#code(schema, { resource, path: [name] })
  }

  /** The constants that the code returned so far is made of, each after those it is made of itself. */
  get constants(): string {
    return this.#constants.join('')
  }

  /** Parts of what was counted already belong to it: they are not counted again. */
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

  /** By its own name; with that of its resource, or with a number, where others have it. */
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

/** What is shorter, as JSON, reads better where it stands. */
const SHORT = 60

/** Members of schemas that say nothing of what the schema is of. */
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

/** What the name of a constant ends with that is no schema. */
const ENDINGS: Readonly<Record<string, string>> = {
  anyOf: 'Alternatives',
  enum: 'Values',
  oneOf: 'Alternatives',
  properties: 'Properties',
  required: 'Names',
}

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null
