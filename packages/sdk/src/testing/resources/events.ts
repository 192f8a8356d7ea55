import type { Action, Steps } from '../action.ts'
import { CURSOR_EXPIRED } from '#core/event-log/cursor'
import { fault } from '#core/validation/fault'
import { invalid } from '../refuse.ts'
import { Problem } from '../problem.ts'
import type { Event } from '../records.ts'
import { eventsAfter, maySee, placeOf } from '../log.ts'

export const events: Record<string, Steps> = {
  'events.list': {
    scopes: ({ state }, { types, type = types }) =>
      typeof type === 'string' ? state.application.eventAccess.scopesToRead(type.split(',')) : [],
    run(action) {
      const { after = '', limit } = action.input
      const seq = after === '' ? 0 : seqOf(action, after)
      const names = namesOf(action)
      const isListed = (event: Event) =>
        (names === undefined || names.includes(event.event)) && maySee(action.state, action.principal, event)
      const found = eventsAfter(action.state, seq).filter(isListed)
      const data = found.slice(0, limit)
      const has_more = found.length > limit
      return { data, next_cursor: has_more ? data.at(-1)!.cursor : null, has_more }
    },
  },
}

function seqOf({ state }: Action, cursor: string): number {
  const place = placeOf(state, cursor)
  if (place !== undefined) return place
  throw new Problem('cursor-expired', CURSOR_EXPIRED)
}

function namesOf({ input }: Action): string[] | undefined {
  const { type, types } = input
  if (type === undefined || types === undefined) return (type ?? types)?.split(',')
  throw invalid('parameters', [fault('parameters', ['types'], 'exclusive', 'cannot be used together with type')])
}
