import {
  type AnyOperation,
  type Collection,
  effectOf,
  listedIn,
  type RecordEffect,
  type Resource,
  wholeOf,
} from '@roster/core/contract'
import type * as mock from '@roster/sdk/testing'
import type { z } from 'zod'
import { optionalMembers } from './mock-collection.ts'

/** Returns the data on an operation's effect for the mock; undefined if the operation has none. */
export function mockEffect(
  operation: AnyOperation,
  resource: Resource,
  collections: readonly Collection[],
): mock.Effect | undefined {
  const effect = effectOf(operation, resource, collections)
  if (!effect) return undefined
  const { kind, collection, id, many, emits, emitsAt, searches } = effect
  return {
    kind,
    of: collection.name,
    ...(id !== undefined && { id }),
    ...(many !== undefined && { many }),
    ...(emits !== undefined && { emits }),
    ...(Object.keys(emitsAt).length > 0 && { emitsAt }),
    ...(searches.length > 0 && { searches }),
    ...(operation.effect?.sets && { sets: operation.effect.sets }),
    ...answerOf(operation, effect),
    ...(operation.errors.some(({ code }) => code === 'gone') && { gone: true }),
  }
}

/** Whether members with the same names have the same schemas. */
const isPart = (shape: z.ZodRawShape, whole: z.ZodRawShape) =>
  Object.entries(shape).every(([name, schema]) => !(name in whole) || schema === whole[name])

/** Whether a response may have members that are not declared. */
const isLoose = (output: z.ZodType): boolean => {
  const { catchall } = output._zod.def as Partial<z.core.$ZodObjectDef>
  return catchall !== undefined && catchall._zod.def.type !== 'never'
}

/** Returns how the response of an operation differs from the record that the operation is done to. */
function answerOf(
  { output }: AnyOperation,
  { kind, many, collection: { record } }: RecordEffect,
): Pick<mock.Effect, 'adds' | 'mayAdd' | 'lacks' | 'open' | 'other' | 'ruled'> {
  if (!output || many !== undefined) return {}
  const { shape } = (kind === 'list' ? wholeOf(listedIn(output)!) : output) as Partial<z.ZodObject>
  if (!shape) return { open: true, ...(kind === 'delete' && { ruled: true }) }
  const optional = new Set(optionalMembers(shape))
  const added = Object.keys(shape).filter((name) => !(name in record.shape))
  const adds = added.filter((name) => !optional.has(name))
  const mayAdd = added.filter((name) => optional.has(name))
  const lacks = Object.keys(record.shape).filter((name) => !(name in shape))
  const isOther = kind === 'act' && lacks.length > 0 && !isPart(shape, record.shape)
  return {
    ...(adds.length > 0 && { adds }),
    ...(mayAdd.length > 0 && { mayAdd }),
    ...(lacks.length > 0 && { lacks }),
    ...(isLoose(output) && { open: true }),
    ...(isOther && { other: true }),
  }
}
