import type { ParsedOf, Resource } from '../contract/define.ts'
import type { CursorPage } from '../contract/lists.ts'
import type { Conditions } from '../lists/conditions.ts'
import { type Action, on } from '../procedure.ts'
import { implement } from '../resource.ts'
import { visibleTo } from '../users/user.selection.ts'
import { fault, invalid } from '../validation.ts'
import { parseCursor, type Position } from './cursor.ts'
import { allEntries, type Entry, readEntries } from './entry.ts'
import { type EventRecord, eventsOf } from './events.contract.ts'
import { cursorExpired, malformedCursor, reaches, readState } from './log-state.ts'

type ListAction = Action<ParsedOf<ReturnType<typeof eventsOf>['operations']['list']>>

/** The log of what these resources emit. */
export function eventLogOf(contracts: readonly Resource[]) {
  const contract = eventsOf(contracts.flatMap(({ events }) => Object.keys(events)))
  return implement(contract, { entities: [], procedures: { list: on(contract.operations.list, { run: listEvents }) } })
}

async function listEvents({ database, principal, input }: ListAction): Promise<CursorPage<EventRecord>> {
  const { after = '', limit } = input
  const position = after === '' ? undefined : positionOf(after)
  const conditions = selected(namesOf(input), visibleTo(principal))
  const found = await readEntries(database.query, position?.seq ?? 0, limit + 1, conditions)
  // The state is read after the entries, so that it knows of every deletion that came before.
  if (position && !reaches(await readState(database.query), position)) throw cursorExpired()
  const has_more = found.length > limit
  const data = found.slice(0, limit).map(eventRecord)
  return { data, next_cursor: has_more ? data.at(-1)!.cursor : null, has_more }
}

function positionOf(cursor: string): Position {
  const position = parseCursor(cursor)
  if (!position) throw malformedCursor()
  return position
}

function namesOf({ type, types }: ListAction['input']): string[] | undefined {
  if (type === undefined || types === undefined) return (type ?? types)?.split(',')
  throw invalid('parameters', [fault('parameters', ['types'], 'exclusive', 'cannot be used together with type')])
}

/** Entries of these names about this user; undefined for all. */
function selected(names: string[] | undefined, user: string | undefined): Conditions {
  const visible = user === undefined ? allEntries : allEntries.andEqual('user_id', user)
  return names ? visible.and((value) => `"event" = any(${value(names)})`) : visible
}

function eventRecord({ id, event, cursor, created_at, api_version, data }: Entry): EventRecord {
  return { id, event, cursor, created_at, api_version, data }
}
