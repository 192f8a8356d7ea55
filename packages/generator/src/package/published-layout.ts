import type { Layout } from '../client/layout.ts'
import { RUNTIME } from './entry.ts'
import { ERROR_CLASSES } from './error-classes.ts'

/** First line of generated files. The command may overwrite or delete files that begin with it. */
export const HEADER = '// Written by `roster-generate` from the contract. Changes to it are lost.'

/** Returns the layout of a client in a package of its own, which imports its runtime from the public entry of @roster/sdk. */
export const publishedLayout = (name: string): Layout => ({
  header: HEADER,
  runtime: {
    '@roster/sdk/client': [
      'type Actor',
      'type AnyEventOf',
      'type APIPromise',
      'type Bytes',
      'Client',
      'type ClientOptions',
      'download',
      'type DownloadOptions',
      'type EventOf',
      'List',
      'type PageBody',
      'type Selected',
      'type ChangeOptions',
      'type ConditionalReadOptions',
      'type ReadOptions',
      'type RequestOptions',
      'Resource',
      'waitFor',
      'type WaitOptions',
    ],
    './event.ts': ['type EventName', `type ${name}Event`],
  },
  exported: [...RUNTIME, ...Object.keys(ERROR_CLASSES), 'EVENT_NAMES', `type ${name}EventOf`],
})
