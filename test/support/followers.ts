import type { AppRouter } from '@roster/api'
import { createTRPCClient, createWSClient, httpSubscriptionLink, type TRPCLink, wsLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { Given } from './history.ts'
import { type Received, Socket, Stream, unlessBusy } from './realtime.ts'

/** URL of a service, and an API key for it. */
export interface Address {
  url: string
  key: string
}

/** A subscriber to users' events over one connection. */
export interface Follower {
  readonly given: readonly Given[]
  /** Errors of the connection. */
  readonly errors: readonly unknown[]
  /** Names of other notifications, such as `reset`. */
  readonly notices: readonly string[]
  stop(): void
}

/** Subscribes from a cursor, or from now on. Resolves when the service has confirmed the subscription, and rejects when the service refuses it. */
export type Follow = (service: Address, after?: string) => Promise<Follower>

const noticesIn = (received: readonly (Received | undefined)[]): string[] =>
  received.flatMap((one) => (one?.['type'] === 'notification' ? [String(one['notification'])] : []))

const overSse: Follow = async ({ url, key }, after) => {
  const query = after === undefined ? '' : `&after=${after}`
  const stream = await Stream.open(`${url}/events?types=user.created${query}`, { 'x-api-key': key })
  if (!stream.response.ok) throw new Error(`The stream was refused with ${stream.response.status}.`)
  return {
    get given() {
      return stream.events.map(({ id, data }) => ({ cursor: id!, id: data!['data'].id }))
    },
    errors: [],
    get notices() {
      return noticesIn(stream.frames.map(({ data }) => data))
    },
    stop: () => stream.close(),
  }
}

const overWebSocket: Follow = async ({ url, key }, after) => {
  const socket = await Socket.open(`${url}/ws`, { 'x-api-key': key })
  await socket.ask({ type: 'subscribe', channel: 'users', after }, 'subscribed')
  return {
    get given() {
      const pushes = socket.received.filter(({ type }) => type === 'push')
      return pushes.map(({ cursor, data }) => ({ cursor, id: data.id }))
    },
    errors: [],
    get notices() {
      return noticesIn(socket.received)
    },
    stop: () => socket.raw.close(),
  }
}

const overLink =
  (open: (service: Address) => { link: TRPCLink<AppRouter>; close: () => void }): Follow =>
  async (service, after) => {
    const { link, close } = open(service)
    const client = createTRPCClient<AppRouter>({ links: [link] })
    const given: Given[] = []
    const errors: unknown[] = []
    await new Promise<void>((resolve, reject) => {
      client.events.subscribe.subscribe(
        { types: 'user.created', after },
        {
          onStarted: () => resolve(),
          onData: ({ id, data }) => {
            expect(data.cursor).toBe(id)
            given.push({ cursor: id, id: data.data.id })
          },
          onError: (error) => {
            errors.push(error)
            reject(error)
          },
        },
      )
    })
    return { given, errors, notices: [], stop: close }
  }

const overWsLink = overLink(({ url, key }) => {
  const WithKey = class extends WebSocket {
    constructor(address: string | URL) {
      super(address, { headers: { 'x-api-key': key } })
    }
  }
  const client = createWSClient({ url: `${url.replace('http', 'ws')}/trpc`, WebSocket: WithKey as never })
  return { link: wsLink({ client }), close: () => void client.close() }
})

const overSubscriptionLink = overLink(({ url, key }) => {
  const opened: EventSource[] = []
  const WithKey = class extends EventSource {
    constructor(address: string | URL) {
      super(address, {
        fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, 'x-api-key': key } }),
      })
      opened.push(this)
    }
  }
  const link: TRPCLink<AppRouter> = httpSubscriptionLink({ url: `${url}/trpc`, EventSource: WithKey as never })
  return { link, close: () => opened.forEach((source) => source.close()) }
})

const patiently =
  (follow: Follow): Follow =>
  (...where) =>
    unlessBusy(() => follow(...where))

/** All transports for subscriptions to the log, by name. Each retries when the service is busy, as clients do. */
export const transports: Readonly<Record<string, Follow>> = {
  SSE: patiently(overSse),
  WebSocket: patiently(overWebSocket),
  wsLink: patiently(overWsLink),
  httpSubscriptionLink: patiently(overSubscriptionLink),
}
