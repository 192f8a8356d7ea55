import type { Layout } from '@roster/generator'

/** Layout of Roster's client. It is part of the SDK package, so it imports the run time by path; other clients import the package. */
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
