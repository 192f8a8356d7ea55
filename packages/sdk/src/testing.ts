/** An in-memory mock of the API, for tests without a server. */
export type { Actor } from './core/actor.ts'
export type { EventName, RosterEvent, RosterEventOf } from './core/event.ts'
export { commonAgents } from './testing/agents/common-agents.ts'
export type { CommonAgents, GeneralTool, MockedAgents } from './testing/agents/mocked-agents.ts'
export type { ErrorEntry, EventEntry, MockedApplication } from './testing/application.ts'
export type { Limits } from '#core/operation/limits'
export { Problem } from './testing/problem.ts'
export type { Deliver } from './testing/courier.ts'
export type { Faults } from './testing/faults.ts'
export {
  type AnyTypes,
  createMockOf,
  type EmitOptions,
  type Mock,
  type MockOf,
  type MockSettings,
  type WebhookReceiver,
} from './testing/mock.ts'
export type { Collection, Effect, Literal, Members, Operation, Schema } from './testing/operation.ts'
export type { Quotas } from './testing/quotas.ts'
export { createMock, type KeyOptions, type MockOptions, type RosterMock } from './testing/roster/create-mock.ts'
export type { MockDatabase } from './testing/roster/database.ts'
export type { Rule, Rules, Situation } from './testing/rule.ts'
export type { HandshakeOptions, MockWebSocket, MockWebSocketClass } from './testing/web-socket.ts'
