import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { comment } from '../text/words.ts'
import { type Direction, jsonSchemaOf, refOf, type Schema } from './json-schema.ts'
import { membersOf, typeOf } from './types.ts'

export interface Declaration {
  /** Module that declares the type. */
  module: string
  text: string
  /** Whether the type was made from a selection of its members, which describes less. */
  isMadeUp: boolean
}

/** The named schemas of the contract, as types. Each type is declared in the module that uses it first. */
export class Records {
  readonly #declared = new Map<string, Declaration>()
  /** Hand-written types, by the name of the core's schema, which describes less. */
  readonly #written: ReadonlyMap<string, string>

  readonly #taken: ReadonlySet<string>
  /** Declarations of types that callers receive, by name. */
  readonly #received = new Map<string, string>()

  /** `client` is the name of the client's class, which starts the names of event types; `taken` are names with another meaning in the client's code. */
  constructor(client: string, taken: Iterable<string>) {
    this.#taken = new Set([client, ...taken])
    this.#written = new Map([
      ['Actor', 'Actor'],
      ['Event', `${client}Event`],
    ])
  }

  /** Returns the JSON Schema of data that callers send or receive, and declares its new shared parts in the module. `place` names the data in errors. */
  schemaOf(schema: z.ZodType, io: Direction, module: string, place: string): Schema {
    const said = jsonSchemaOf(schema, io, place)
    for (const [name, shared] of Object.entries(said.$defs ?? {})) if (!isOfCore(name, shared)) this.#requireFree(name)
    const given = renamed(said, this.#written)
    const json = io === 'input' ? renamed(given, this.#sentNames(given)) : given
    for (const [name, shared] of Object.entries(json.$defs ?? {})) this.#declare(name, shared, module)
    return json
  }

  /**
   * Records a type that callers receive, before types that they send are declared. A sent type that differs from the received type of its name gets another
   * name.
   */
  receive(schema: z.ZodType, place: string): void {
    const { $defs = {} } = renamed(jsonSchemaOf(schema, 'output', place), this.#written)
    for (const [name, shared] of Object.entries($defs)) this.#received.set(name, declarationOf(name, shared))
  }

  #sentNames({ $defs = {} }: Schema): Map<string, string> {
    const names = new Map<string, string>()
    const declared = Object.entries($defs).map(
      ([name, shared]) => [name, withoutComments(declarationOf(name, shared))] as const,
    )
    const differs = (name: string, text: string) =>
      this.#received.has(name) &&
      (withoutComments(this.#received.get(name)!) !== text || [...namesUsedIn(text)].some((other) => names.has(other)))
    for (let count = -1; count < names.size;) {
      count = names.size
      for (const [name, text] of declared) if (differs(name, text)) names.set(name, `${name}Input`)
    }
    return names
  }

  /** Declares the whole record of a list with selections. Returns the name of the record. */
  declareWhole(selected: string, schema: Schema, module: string): string {
    const name = selected.replace(/^Selected/, '')
    this.#declare(name, schema, module, true)
    return name
  }

  /** Returns the declarations that code uses, directly or indirectly, by name. */
  usedBy(code: string): Map<string, Declaration> {
    const used = new Map<string, Declaration>()
    const add = (text: string) => {
      const mentioned = namesUsedIn(text)
      for (const [name, declaration] of this.#declared) {
        if (used.has(name) || !mentioned.has(name)) continue
        used.set(name, declaration)
        add(declaration.text)
      }
    }
    add(code)
    return used
  }

  #requireFree(name: string): void {
    if (this.#taken.has(name) || this.#written.has(name))
      throw new Error(
        `The contract gives the name ${name} to a schema, and the client has another use for it. Give the schema another \`id\`.`,
      )
    if (!/^[A-Za-z_$][\w$]*$/.test(name))
      throw new Error(
        `The contract gives the name ${name} to a schema, which is no name of a type. Give it an \`id\` such as OrderLine.`,
      )
  }

  #declare(name: string, schema: Schema, module: string, isMadeUp = false): void {
    if ([...this.#written.values()].includes(name)) return
    this.#requireFree(name)
    const text = declarationOf(name, schema)
    const known = this.#declared.get(name)
    if (!known || (known.isMadeUp && !isMadeUp))
      this.#declared.set(name, { module: known?.module ?? module, text, isMadeUp })
    else if (withoutComments(known.text) !== withoutComments(text))
      throw new Error(`The contract gives the name ${name} to two schemas. Give one of them another \`id\`.`)
  }
}

/** Members of the core's schemas that have hand-written types. */
const OF_CORE: Readonly<Record<string, readonly string[]>> = {
  Actor: ['type', 'id'],
  Event: ['id', 'event', 'cursor', 'created_at', 'api_version', 'actor', 'data'],
}

const isOfCore = (name: string, { properties = {} }: Schema) =>
  isDeepStrictEqual(Object.keys(properties), OF_CORE[name])

function declarationOf(name: string, schema: Schema): string {
  const head = comment(schema.description)
  const isObject = schema.type === 'object' && schema.properties && !refOf(schema)
  return isObject
    ? `${head}export interface ${name} {\n${membersOf(schema)}}\n`
    : `${head}export type ${name} = ${typeOf(schema)}\n`
}

/** Returns a schema with other names for its shared schemas. */
function renamed(json: Schema, names: ReadonlyMap<string, string>): Schema {
  if (!Object.keys(json.$defs ?? {}).some((name) => names.has(name))) return json
  const nameOf = (name: string) => names.get(name) ?? name
  const { $defs = {}, ...rest } = JSON.parse(
    JSON.stringify(json, (key, value: unknown) =>
      key === '$ref' && typeof value === 'string' ? `#/$defs/${nameOf(refOf({ $ref: value })!)}` : value,
    ),
  ) as Schema
  return { ...rest, $defs: Object.fromEntries(Object.entries($defs).map(([name, shared]) => [nameOf(name), shared])) }
}

export const withoutComments = (code: string) => code.replaceAll(/[ \t]*\/\*\*[\s\S]*?\*\/\n?/g, '')

/** Parts of code that use no name: comments, strings, names of members and parameters, and names of methods in their declarations. */
const NAMELESS = /\/\*\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'[^'\n]*'|[\w$]+(?=\??:)|^\s*[\w$]+(?=\()/gm

/** Returns the names that code uses, without names of members. */
export const namesUsedIn = (code: string): ReadonlySet<string> =>
  new Set(code.replaceAll(NAMELESS, ' ').match(/(?<![\w$.])[\w$]+/g))
