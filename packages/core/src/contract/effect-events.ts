import type { z } from 'zod'
import { type Collection, nounOf } from './collections.ts'
import type { AnyOperation } from './operation.ts'
import type { Resource } from './resource.ts'

/** The kind of effect that an operation has on the records of a collection. */
export type EffectKind = 'create' | 'read' | 'list' | 'replace' | 'change' | 'delete' | 'act'

const AFTER: Partial<Record<EffectKind, string>> = {
  create: 'created',
  replace: 'updated',
  change: 'updated',
  act: 'updated',
  delete: 'deleted',
}

/** Returns the events of a resource that may belong to a collection: its own first, then those that belong to no collection. */
export function eventsFor(collection: Collection, { events }: Resource, all: readonly Collection[]): string[] {
  const isOf = ({ record, noun }: Collection, event: string) => {
    const { id } = record.meta() ?? {}
    const { data } = events[event as keyof typeof events]!
    const names = [noun, ...(id === undefined ? [] : [nounOf(id)])].map((words) => words.replaceAll(' ', '_'))
    return data === record || (id !== undefined && data.meta()?.id === id) || names.includes(event.split('.')[0]!)
  }
  const names = Object.keys(events) as (keyof typeof events)[]
  const own = names.filter((event) => isOf(collection, event))
  return [...own, ...names.filter((event) => !all.some((each) => isOf(each, event)))]
}

/** Returns which of the events an operation emits, also by the status of the record. */
export function emittedBy({ name, effect, output }: AnyOperation, kind: EffectKind, events: readonly string[]) {
  const [, verb = ''] = name.split('.')
  const called = (end: string) => events.find((event) => event.split('.')[1] === end)
  const inferred = AFTER[kind] && (called(`${verb}${verb.endsWith('e') ? 'd' : 'ed'}`) ?? called(AFTER[kind]))
  const emits = effect?.emits === undefined ? inferred : (effect.emits ?? undefined)
  const statuses = AFTER[kind] === 'updated' && emits === called('updated') ? statusesOf(output) : []
  const named = statuses.map((status) => [status, called(status)] as const)
  return { emits, emitsAt: Object.fromEntries(named.filter((pair): pair is [string, string] => pair[1] !== undefined)) }
}

/** Returns the values that the member `status` of a record can have. */
function statusesOf(output: z.ZodType | undefined): string[] {
  const status = (output as Partial<z.ZodObject> | undefined)?.shape?.['status'] as Partial<z.ZodEnum> | undefined
  return (status?.options ?? []) as string[]
}
