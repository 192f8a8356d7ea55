import { lineOfText } from '@roster/core/contract'
import { z } from 'zod'

/** Name that others see as the sender. `labelFaults` says which names are not allowed. */
const label = lineOfText(1, 100)

const channel = z.string().min(1).max(100)
const cursor = z.string().max(32)

/** Messages of clients. Members that are not named here are ignored. */
export const clientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('join'), user: label.optional(), after: cursor.optional() }),
  z.object({ type: z.literal('subscribe'), channel, after: cursor.optional() }),
  z.object({ type: z.literal('unsubscribe'), channel }),
  z.object({
    type: z.literal('message'),
    text: z.string().min(1).max(4_000),
    channel: channel.optional(),
    user: label.optional(),
  }),
  z.object({ type: z.literal('ping') }),
])

export type ClientMessage = z.output<typeof clientMessage>

/** A client message of one type. */
export type Said<Type extends ClientMessage['type']> = Extract<ClientMessage, { type: Type }>

/** Messages of the service. `pushes` writes the type `push`. */
export type ServerMessage =
  | { type: 'welcome'; session: string; cursor: string; heartbeat_ms: number }
  | { type: 'subscribed'; channel: string; cursor: string }
  | { type: 'unsubscribed'; channel: string }
  | { type: 'message'; text: string; from: string; channel: string }
  | { type: 'notification'; notification: string; channel?: string; cursor: string }
  | { type: 'pong' }
  | { type: 'error'; code: string; detail: string }
