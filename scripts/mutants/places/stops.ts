import { breaking, onServer } from '../mutant.ts'

const STOPS = ['test/e2e/stops.test.ts']
const ANSWERING = ['packages/gateway/src/server/whether-answering.test.ts']

/** How a process ends when it is told to, and what it says meanwhile. */
export const stops = [
  ...breaking('packages/gateway/src/server/whether-answering.ts', ANSWERING, {
    'a database that keeps silent is waited for': [
      'inTime(() => database.query(question), patience)',
      'database.query(question)',
    ],
    'each probe has a question of its own': ['(asked ??= ask())', '(asked = ask())'],
    'a probe keeps a connection that has gone dead': [', query_timeout: patience }', ' }'],
  }),
  ...breaking('packages/gateway/src/server/stop.ts', ['test/e2e/stops.tls.test.ts'], {
    'a stop over TLS waits for what does not end': ['open.add(socket)', ''],
  }),
  ...onServer(
    breaking('packages/gateway/src/server/stop.ts', STOPS, {
      'a stop waits for a database that keeps silent': [
        'Promise.race([app.close(), late])',
        'Promise.race([app.close()])',
      ],
      'a signal is not answered before there is something to stop': [
        'process.listenerCount(signal) === 1',
        'process.listenerCount(signal) === 0',
      ],
    }),
  ),
  ...onServer(
    breaking('packages/gateway/src/commands/run.ts', STOPS, {
      'a command that is broken off seems to be done': ['isCommand ? INTERRUPTED + constants.signals[signal] : 0', '0'],
    }),
  ),
]
