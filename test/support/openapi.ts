import addFormats from 'ajv-formats'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

type Node = Record<string, any>

/** Yields every object in a document, with its JSON Pointer. */
export function* nodes(node: unknown, pointer = ''): Generator<[pointer: string, node: Node]> {
  if (typeof node !== 'object' || node === null) return
  yield [pointer, node]
  for (const [name, part] of Object.entries(node)) yield* nodes(part, `${pointer}/${escaped(name)}`)
}

export const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Returns the target of a reference in a document. */
export function pointedTo(document: object, reference: string): any {
  const names = reference.slice(2).split('/')
  return names.reduce((part: any, name) => part?.[name], document)
}

/** Returns parts of a document with references replaced by their targets. */
export function resolved(document: object, parts: readonly unknown[] = []): any[] {
  return parts.map((part: any) => (part.$ref ? pointedTo(document, part.$ref) : part))
}

/** Returns a function that lists how a value violates the schema at a pointer of an OpenAPI document. An empty list means valid. */
export function schemaChecker(document: object): (pointer: string, value: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  // Ajv's own format accepts only ASCII addresses.
  ajv.addFormat('email', /^[^@\s]+@[^@\s]+$/u)
  ajv.addSchema({ ...document, $id: 'document' })
  const compiled = new Map<string, ValidateFunction>()
  return (pointer, value) => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `document#${encodeURI(pointer)}` })
    compiled.set(pointer, validate)
    if (validate(value)) return []
    return validate.errors!.map(({ instancePath, message }) => `${pointer}: ${instancePath} ${message}`)
  }
}

/** Yields every example in a document: of schemas, media types, parameters and headers. */
export function* examplesIn(document: object): Generator<[schema: string, value: unknown]> {
  for (const [pointer, { schema, example, examples }] of nodes(document)) {
    if (Array.isArray(examples)) for (const value of examples) yield [pointer, value]
    if (!schema) continue
    if (example !== undefined) yield [`${pointer}/schema`, example]
    for (const { value } of Object.values<Node>(examples ?? {})) yield [`${pointer}/schema`, value]
  }
}
