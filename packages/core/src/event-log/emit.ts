import { z } from 'zod'
import type { Actor } from '../contract/actor.ts'
import type { EventSpec } from '../contract/events.ts'
import { idPrefixes, newId } from '../contract/ids.ts'
import { Topic } from '../data/announcements.ts'
import type { Transaction } from '../data/transaction.ts'
import { EventEntity } from './event.entity.ts'
import { eventAttributes } from './event-span.ts'

/** Announced for every event that is committed, before it has a place in the log. */
export const eventAdded = new Topic('event added')

/** What happened. */
interface Happening {
  /** In milliseconds since the epoch. */
  time: number
  /** Name of the event. */
  event: string
  /** Who did it; null for nobody. */
  actor: Actor | null
  data: { id: string }
  /** The user whose record it is about; null for none. */
  owner: string | null
}

/** Leaves an event in the log, committed with the change that it tells of. Returns the identifier of the event. */
export function emit(transaction: Transaction, { time, event, actor, data, owner }: Happening): string {
  const id = newId(idPrefixes.event, time)
  const created_at = new Date(time).toISOString()
  const trace = traceOf(transaction, id, event)
  transaction.insert(EventEntity, { id, event, user_id: owner, actor, data, created_at, trace })
  transaction.announce(eventAdded, undefined)
  return id
}

/** Tells of the making of an event, and returns what everything that becomes of it belongs to. */
function traceOf({ tracing }: Transaction, id: string, event: string): string | null {
  if (!tracing) return null
  const operation = { 'messaging.operation.name': 'create', 'messaging.operation.type': 'create' }
  const attributes = { ...eventAttributes({ id, event }), ...operation }
  return tracing.tell({ name: `create ${event}`, kind: 'producer', attributes }) ?? null
}

type Data = Happening['data']

/**
 * What an event declares of its data: as their schema has them, as far as they are like it. Whoever follows the log is told nothing else. Throws where a
 * member is missing, which every follower would look for.
 */
export function declaredOf(event: string, { data: schema }: EventSpec, given: Data): Data {
  const { shape } = schema
  const record = given as Data & Record<string, unknown>
  if (isDeclared(record, shape)) return given
  const names = Object.keys(shape)
  const lacking = names.filter((name) => record[name] === undefined && !isLeftOut(shape[name]))
  if (lacking.length > 0) throw new Error(lackTold(event, lacking))
  const { success, data } = schema.safeParse(record)
  return (success ? data : Object.fromEntries(names.map((name) => [name, record[name]]))) as Data
}

/** Whether a record has every member and no other, and none within one: so most are, and need no parser. */
function isDeclared(record: Record<string, unknown>, shape: z.core.$ZodShape): boolean {
  const entries = Object.entries(record)
  const isPlain = (value: unknown) => value === null || (value !== undefined && typeof value !== 'object')
  return (
    entries.length === Object.keys(shape).length &&
    entries.every(([name, value]) => Object.hasOwn(shape, name) && isPlain(value))
  )
}

const isLeftOut = (member: z.core.$ZodType): boolean => z.safeParse(member, undefined).success

const lackTold = (event: string, names: readonly string[]) =>
  `The event "${event}" lacks ${names.join(', ')}, which its contract declares. Give it the whole record.`
