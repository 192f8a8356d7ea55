import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { comment } from '../text/words.ts'
import { type Direction, jsonSchemaOf, refOf, type Schema } from './json-schema.ts'
import { membersOf, typeOf } from './types.ts'

export interface Declaration {
  /** Module that declares it. */
  module: string
  text: string
  /** Whether it was made of a selection of its members, which says less of it. */
  isMadeUp: boolean
}

/** Every schema that the contract has a name for, as a type that is declared where it is used first. */
export class Records {
  readonly #declared = new Map<string, Declaration>()
  /** Types that were written by hand, by the name of the schema of the core that says less. */
  readonly #written: ReadonlyMap<string, string>

  readonly #taken: ReadonlySet<string>
  /** Declarations of what is received, by name. */
  readonly #received = new Map<string, string>()

  /** `client` is the name of the client's class, which events are named after; `taken` are names that mean something else in its code. */
  constructor(client: string, taken: Iterable<string>) {
    this.#taken = new Set([client, ...taken])
    this.#written = new Map([
      ['Actor', 'Actor'],
      ['Event', `${client}Event`],
    ])
  }

  /** The JSON Schema of what callers send or receive, whose shared parts are declared in the module if they are new. `place` tells errors what it is. */
  schemaOf(schema: z.ZodType, io: Direction, module: string, place: string): Schema {
    const said = jsonSchemaOf(schema, io, place)
    for (const [name, shared] of Object.entries(said.$defs ?? {})) if (!isOfCore(name, shared)) this.#requireFree(name)
    const given = renamed(said, this.#written)
    const json = io === 'input' ? renamed(given, this.#sentNames(given)) : given
    for (const [name, shared] of Object.entries(json.$defs ?? {})) this.#declare(name, shared, module)
    return json
  }

  /** Takes note of what is received, before what is sent is declared: where the two differ under one name, what is sent gets another. */
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

  /** Declares the record of which a list gives a selection. Returns its name. */
  declareWhole(selected: string, schema: Schema, module: string): string {
    const name = selected.replace(/^Selected/, '')
    this.#declare(name, schema, module, true)
    return name
  }

  /** The declarations that code makes use of, directly or not, by name. */
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

/** Members of the schemas of the core that types were written for by hand. */
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

/** A schema in which others stand for names of shared schemas. */
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

/** What makes use of no name: comments, texts, names of members and parameters, and names of methods where they are declared. */
const NAMELESS = /\/\*\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'[^'\n]*'|[\w$]+(?=\??:)|^\s*[\w$]+(?=\()/gm

/** The names that code makes use of, but for those of members. */
export const namesUsedIn = (code: string): ReadonlySet<string> =>
  new Set(code.replaceAll(NAMELESS, ' ').match(/(?<![\w$.])[\w$]+/g))
