// Written by `roster-generate` from the contract. Changes to it are lost.

/** The TypeScript client of StarterApi. */
export {
  AbortError,
  ConnectionError,
  List,
  Page,
  RosterError,
  TimeoutError,
  type APIResponse,
  type APIPromise,
  type ClientOptions,
  type DownloadProgress,
  type Fault,
} from '@roster/sdk/client'
export * from './errors.ts'
export { StarterApi } from './starter-api.ts'
export * from './resources/all.ts'
export type { ErrorCode, ErrorCodes } from './resources/error-code.ts'
export { EVENT_NAMES } from './resources/event-names.ts'
export type { EventName, StarterApiEvent, StarterApiEventOf } from './resources/event.ts'
