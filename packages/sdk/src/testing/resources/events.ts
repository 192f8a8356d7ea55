import type { RosterEvent } from '../../core/event.ts'
import type { Action, Steps } from '../action.ts'
import { fault, invalid, Problem } from '../core.ts'
import { parseCursor } from '../copied/cursor.ts'
import { type Principal, visibleTo } from '../principal.ts'
import type { State } from '../state.ts'

export const events: Record<string, Steps> = {
  'events.list': {
    run(action) {
      const { after = '', limit } = action.input
      const seq = after === '' ? 0 : seqOf(action, after)
      const names = namesOf(action)
      const isListed = (event: RosterEvent) =>
        (names === undefined || names.includes(event.event)) && maySee(action.state, action.principal, event)
      const found = action.db.events.slice(seq).filter(isListed)
      const data = found.slice(0, limit)
      const has_more = found.length > limit
      return { data, next_cursor: has_more ? data.at(-1)!.cursor : null, has_more }
    },
  },
}

/** Whether a caller may see an event: a viewer those of its own record and orders. */
export function maySee(state: State, principal: Principal, { id }: RosterEvent): boolean {
  const only = visibleTo(principal)
  return only === undefined || state.subjects.get(id) === only
}

/** How many events come before those after a cursor; undefined where the log cannot be read on from it. Throws for what is no cursor. */
export function placeOf(state: State, cursor: string): number | undefined {
  const position = parseCursor(cursor)
  const message = 'is not one that this service made; it is the cursor of an event, or empty'
  if (!position) throw invalid('parameters', [fault('parameters', ['after'], 'invalid-cursor', message)])
  return position.epoch === state.epoch && position.seq <= state.db.events.length ? position.seq : undefined
}

function seqOf({ state }: Action, cursor: string): number {
  const place = placeOf(state, cursor)
  if (place !== undefined) return place
  throw new Problem(
    'cursor-expired',
    'The log cannot be read on from this cursor: what followed it is deleted, or it belongs to another log. ' +
      'Read the records themselves, and then the log from its start, with an empty cursor.',
  )
}

function namesOf({ input }: Action): string[] | undefined {
  const { type, types } = input
  if (type === undefined || types === undefined) return (type ?? types)?.split(',')
  throw invalid('parameters', [fault('parameters', ['types'], 'exclusive', 'cannot be used together with type')])
}
