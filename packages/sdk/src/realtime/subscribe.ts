import type { Client } from '../core/client.ts'
import { RosterError } from '../core/errors.ts'
import type { EventName } from '../core/event.ts'
import { jsonOf } from '../core/json.ts'
import { ResetError } from './errors.ts'
import type { LiveEventOf, Notice, Reset } from './event.ts'
import { framesOf, type Source } from './event-source.ts'
import { requireClient } from './require-client.ts'

/** Options of `subscribe`. */
export interface SubscribeOptions<Name extends PropertyKey = EventName> {
  /** Names of the events to follow. Default: all. */
  types?: readonly Name[] | undefined
  /** Cursor of the last event that you have: the events after it follow, in their order. Default: only events from now on. */
  after?: string | undefined
  /** Ends the loop at once. */
  signal?: AbortSignal | undefined
  /** Called when events were missed, before the events that follow. The function is awaited. Default: the loop throws a `ResetError`. */
  onReset?: ((reset: Reset) => void | Promise<void>) | undefined
  /** Called for messages of the service that are no events, such as `webhook.disabled`. The function is awaited. */
  onNotice?: ((notice: Notice) => void | Promise<void>) | undefined
}

type EventOf<Data, Name extends keyof Data> = { [N in Name]: LiveEventOf<N, Data> }[Name]

type Message = { type: 'update' } | ({ type: 'notification' } & Notice)

/**
 * Follows events as they happen, over server-sent events. A connection that is lost or silent is opened again with the current credential, for as long as it
 * takes. It continues after the last event, so that each event comes once. The loop ends when you leave it or abort the signal. It throws errors that another
 * attempt would not change: `BadRequestError`, `AuthenticationError`, `PermissionDeniedError`, and `ResetError` when events were missed.
 *
 * @example
 * for await (const event of subscribe(roster, { types: ['user.updated'] })) console.log(event.data.name)
 */
export function subscribe<Data extends object, Name extends keyof Data = keyof Data>(
  client: Client<Data>,
  options: SubscribeOptions<Name> = {},
): AsyncGenerator<EventOf<Data, Name>, void, undefined> {
  requireClient(client, 'subscribe')
  requireKnown(options.types, client.product.events)
  const ending = new AbortController()
  const events = follow(client, options, ending)
  const leave = events.return.bind(events)
  // The generator's own `return` would first wait for the next event.
  const finish = () => {
    ending.abort()
    return leave()
  }
  return Object.assign(events, { return: finish })
}

async function* follow<Data extends object, Name extends keyof Data>(
  client: Client<Data>,
  { types, after, signal, onReset, onNotice }: SubscribeOptions<Name>,
  ending: AbortController,
): AsyncGenerator<EventOf<Data, Name>, void, undefined> {
  const abort = () => ending.abort()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { signal: ending.signal })
  const source: Source = { types: types as readonly string[] | undefined, after, position: undefined }
  try {
    for await (const frame of framesOf(client, source, ending.signal)) {
      if (ending.signal.aborted) return
      source.position = frame.id ?? source.position
      if (frame.data === '') continue
      const message = jsonOf(frame.data) as Message | undefined
      if (!message) throw new RosterError('An event is no JSON.')
      const { type, ...content } = message
      if (type === 'update') yield { ...content, cursor: frame.id } as unknown as EventOf<Data, Name>
      else if (type === 'notification') await told(content as Notice)
    }
  } catch (error) {
    if (!ending.signal.aborted) throw error
  } finally {
    abort()
  }

  async function told(notice: Notice): Promise<void> {
    if (notice.notification !== 'reset') return onNotice?.(notice)
    const { cursor } = notice
    source.position = cursor
    if (!onReset) throw new ResetError(cursor)
    await onReset({ cursor })
  }
}

function requireKnown(types: unknown, known: readonly string[] | undefined): void {
  if (types === undefined || known === undefined) return
  if (Array.isArray(types) && types.length > 0 && types.every((name) => known.includes(name as string))) return
  throw new RosterError(`\`types\` is ${JSON.stringify(types)}. Pass some of ${known.join(', ')}, or leave it out.`)
}
