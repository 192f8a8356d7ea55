import type { Connection } from '../operation/context.ts'
import type { ParametersOf, ParsedOf } from '../contract/operation.ts'
import type { Resource } from '../contract/resource.ts'
import type { Foundation } from '../contract/foundation.ts'
import type { CursorPage } from '../contract/lists.ts'
import { requireScopes } from '../access/scope.ts'
import type { Action } from '../operation/action.ts'
import { on } from '../operation/procedure.ts'
import { implement } from '../operation/resource.ts'
import { onStream } from '../operation/stream.ts'
import { fault } from '../validation/fault.ts'
import { invalid } from '../validation/invalid.ts'
import { EventAccess } from './event-access.ts'
import { eventScopesOf } from './event-scopes.ts'
import type { Entry } from '../event-log/entry.ts'
import { type EventRecord, type Events, eventsContract } from './events.contract.ts'
import { cursorExpired, positionOf, reaches } from '../event-log/log-state.ts'
import { readOn } from '../event-log/read-on.ts'
import type { Subscription } from '../event-log/subscription.ts'

type Operations = Events['operations']
type ListAction = Action<ParsedOf<Operations['list']>>

/** Returns the resource `events`: the log of the events that these resources emit. */
export function eventLogOf(foundation: Foundation, contracts: readonly Resource[]) {
  const events = new EventAccess(eventScopesOf(contracts))
  const contract = eventsContract(foundation, Object.assign({}, ...contracts.map((one) => one.events)))
  const { list, subscribe } = contract.operations

  return implement(contract, {
    entities: [],
    procedures: {
      list: on(list, {
        scopes: ({ types, type = types }) => (typeof type === 'string' ? events.scopesToRead(type.split(',')) : []),
        run: (action) => listEvents(action, namesOf(action.input) ?? narrowed(events.namesFor(action.principal))),
      }),
      subscribe: onStream(subscribe, { follow: followEvents, itemOf: eventRecord }),
    },
  })

  /** Returns the names, or undefined when they are all names there are. */
  function narrowed(names: readonly string[]): readonly string[] | undefined {
    return names.length < events.names.length ? names : undefined
  }

  /** Follows the events that the caller of a connection may see. */
  async function followEvents(connection: Connection, { after, types }: FollowParameters): Promise<Subscription> {
    const names = types?.split(',')
    if (names) requireScopes(subscribe, connection.principal, events.scopesToRead(names))
    const named = names && new Set(names)
    const isFor = (entry: Entry) =>
      events.maySee(connection.principal, entry) && (named === undefined || named.has(entry.event))
    const selection = () => ({ owner: connection.principal.owner, names })
    return connection.feed.subscribe({ after, signal: connection.signal, isFor, selection })
  }
}

type FollowParameters = ParametersOf<Operations['subscribe']>

async function listEvents(action: ListAction, names: readonly string[] | undefined): Promise<CursorPage<EventRecord>> {
  const { principal, input } = action
  const { query } = action.database.reads
  const { after = '', limit } = input
  const position = after === '' ? undefined : positionOf(after)
  const selection = { owner: principal.owner, names }
  const { log, entries } = await readOn(query, position?.seq ?? 0, { limit: limit + 1, selection })
  if (position && !reaches(log, position)) throw cursorExpired()
  const has_more = entries.length > limit
  const data = entries.slice(0, limit).map(eventRecord)
  return { data, next_cursor: has_more ? data.at(-1)!.cursor : null, has_more }
}

function namesOf({ type, types }: ListAction['input']): string[] | undefined {
  if (type === undefined || types === undefined) return (type ?? types)?.split(',')
  throw invalid('parameters', [fault('parameters', ['types'], 'exclusive', 'cannot be used together with type')])
}

function eventRecord({ id, event, cursor, created_at, api_version, actor, data }: Entry): EventRecord {
  return { id, event, cursor, created_at, api_version, actor, data }
}
