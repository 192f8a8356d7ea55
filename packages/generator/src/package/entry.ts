import { moduleOf } from '../client/module.ts'

/** Names of @roster/sdk that the client's package exports. */
export const RUNTIME: readonly string[] = [
  'AbortError',
  'ConnectionError',
  'List',
  'Page',
  'RosterError',
  'TimeoutError',
  'type APIResponse',
  'type APIPromise',
  'type ClientOptions',
  'type DownloadProgress',
  'type Fault',
]

/** Returns the code of the package's entry. */
export const entryOf = (name: string) =>
  [
    `/** The TypeScript client of ${name}. */`,
    `export { ${RUNTIME.join(', ')} } from '@roster/sdk/client'`,
    `export * from './errors.ts'`,
    `export { ${name} } from './${moduleOf(name)}'`,
    `export * from './resources/all.ts'`,
    `export type { ErrorCode, ErrorCodes } from './resources/error-code.ts'`,
    `export { EVENT_NAMES } from './resources/event-names.ts'`,
    `export type { EventName, ${name}Event, ${name}EventOf } from './resources/event.ts'`,
    '',
  ].join('\n')
