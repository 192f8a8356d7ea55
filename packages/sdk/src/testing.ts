/** Testing without a server: the API in memory. */
export type { Actor } from './core/actor.ts'
export type { EventName, RosterEvent, RosterEventOf } from './core/event.ts'
export type { Limits } from './testing/copied/limits.ts'
export type { Deliver } from './testing/courier.ts'
export type { Faults } from './testing/faults.ts'
export {
  createMock,
  type EmitOptions,
  type KeyOptions,
  type MockOptions,
  type RosterMock,
  type WebhookReceiver,
} from './testing/mock.ts'
export type { Literal, Members, Operation, Schema } from './testing/operation.ts'
export type { Quotas } from './testing/quotas.ts'
export type { MockDatabase } from './testing/state.ts'
export type { HandshakeOptions, MockWebSocket, MockWebSocketClass } from './testing/web-socket.ts'
