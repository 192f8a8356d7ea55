import type { Layout } from '@roster/generator'

/** Roster's client is a part of the package that others are made of, and takes from it by path. */
export const LAYOUT: Layout = {
  header: '// Written from the contract by `npm run generate:sdk`.',
  runtime: {
    '../core/actor.ts': ['type Actor'],
    '../core/response.ts': ['type APIPromise'],
    '../core/byte-source.ts': ['type Bytes'],
    '../core/client.ts': ['Client'],
    '../core/download.ts': ['download', 'type DownloadOptions'],
    '../core/event.ts': ['type EventName', 'type RosterEvent'],
    '../core/list.ts': ['List', 'type PageBody', 'type Selected'],
    '../core/options.ts': [
      'type ChangeOptions',
      'type ClientOptions',
      'type ConditionalReadOptions',
      'type ReadOptions',
      'type RequestOptions',
    ],
    '../core/resource.ts': ['Resource'],
    '../core/wait.ts': ['waitFor', 'type WaitOptions'],
  },
  exported: [],
}
