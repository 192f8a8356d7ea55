import { z } from 'zod'
import { membersOf, refOf, type Schema, typeOf, WRITTEN } from './types.ts'
import { comment } from './words.ts'

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

  /** The JSON Schema of what callers send or receive, whose shared parts are declared in the module if they are new. */
  schemaOf(schema: z.ZodType, io: 'input' | 'output', module: string): Schema {
    const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
    for (const [name, shared] of Object.entries(json.$defs ?? {})) this.#declare(name, shared, module)
    return json
  }

  /** Declares the record of which a list gives a selection: all its members are there. Returns its name. */
  declareWhole(selected: string, schema: Schema, module: string): string {
    const name = selected.replace(/^Selected/, '')
    this.#declare(name, { ...schema, required: Object.keys(schema.properties ?? {}) }, module, true)
    return name
  }

  /** The declarations that code makes use of, directly or not, by name. */
  usedBy(code: string): Map<string, Declaration> {
    const used = new Map<string, Declaration>()
    const add = (text: string) => {
      for (const [name, declaration] of this.#declared) {
        if (used.has(name) || !mentions(text, name)) continue
        used.set(name, declaration)
        add(declaration.text)
      }
    }
    add(code)
    return used
  }

  #declare(name: string, schema: Schema, module: string, isMadeUp = false): void {
    if (name in WRITTEN) return
    const text = declarationOf(name, schema)
    const known = this.#declared.get(name)
    if (!known || (known.isMadeUp && !isMadeUp))
      this.#declared.set(name, { module: known?.module ?? module, text, isMadeUp })
    else if (withoutComments(known.text) !== withoutComments(text))
      throw new Error(`The contract gives the name ${name} to two schemas. Give one of them another \`id\`.`)
  }
}

function declarationOf(name: string, schema: Schema): string {
  const head = comment(schema.description)
  const isObject = schema.type === 'object' && schema.properties && !refOf(schema)
  return isObject
    ? `${head}export interface ${name} {\n${membersOf(schema)}}\n`
    : `${head}export type ${name} = ${typeOf(schema)}\n`
}

export const withoutComments = (code: string) => code.replaceAll(/\/\*\*[\s\S]*?\*\//g, '')

/** Whether code makes use of a name, comments and text aside. */
export const mentions = (code: string, name: string) =>
  new RegExp(String.raw`(?<!['\w.])${name}(?!['\w])`).test(withoutComments(code))
