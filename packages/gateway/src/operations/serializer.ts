import type { AnyOperation } from '@roster/core/contract'
import fastJsonStringify from 'fast-json-stringify'
import type { z } from 'zod'
import { inForm } from './in-form.ts'
import { keeperOf } from './kept.ts'
import { isPlain } from './plain-schema.ts'
import { shapeOfOutput } from './shape.ts'

export type Serialize = (output: unknown) => string

/** Serializers by schema: operations share outputs, and every protocol writes them. */
const compiled = new WeakMap<z.ZodType, Serialize>()

/**
 * Returns a function that writes outputs of an operation as their schema's parser returns them: with the declared members and no others. Returns
 * undefined when the operation has no output. The function is compiled at its first call. A value that compiled code would write in another way goes
 * through the parser; when the parser refuses it, the function throws an error that names the members.
 * Throws for a type that JSON cannot represent, such as a bigint.
 */
export function serializerOf({ name, output }: AnyOperation): Serialize | undefined {
  if (!output) return undefined
  const serialize = compiled.get(output) ?? compile(name, output)
  compiled.set(output, serialize)
  return serialize
}

/** Returns an output as it is shown to callers: what is written, read again. Undefined when the operation has no output. */
export function shown(operation: AnyOperation, output: unknown): unknown {
  const serialize = serializerOf(operation)
  return serialize && JSON.parse(serialize(output))
}

/** Whether outputs of a schema are written by compiled code. */
export function isCompiled(output: z.ZodType): boolean {
  const shape = shapeOfOutput('', output)
  return shape !== undefined && keeperOf(output, { shape }) !== undefined
}

function compile(name: string, output: z.ZodType): Serialize {
  if (!isPlain(output)) shapeOfOutput(name, output)
  let write: Serialize | undefined
  return (value) => (write ??= written(name, output))(value)
}

function written(name: string, output: z.ZodType): Serialize {
  const shape = shapeOfOutput(name, output)
  const isKept = shape && keeperOf(output, { shape })
  const parsed: Serialize = (value) => JSON.stringify(parse(name, output, value))
  if (!isKept) return parsed
  const write = fastJsonStringify(shape as never) as Serialize
  return (value) => (isKept(value) ? write(value) : parsed(value))
}

function parse(name: string, output: z.ZodType, value: unknown): unknown {
  const { data, error } = output.safeParse(value)
  if (!error) return data
  const formed = inForm(output).safeParse(value)
  if (formed.success) return formed.data
  const faults = error.issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  throw new Error(`The output of ${name} is not as its schema says (${faults.join('; ')}). Change one of the two.`)
}
