import { breaking, onServer } from '../mutant.ts'

const STOPS = ['test/e2e/stops.test.ts']
const STOP = ['packages/gateway/src/server/stop.test.ts']
const LAUNCHER = ['test/e2e/launcher.test.ts']
const HANG_UPS = ['test/e2e/hang-ups.test.ts']
const ANSWERING = ['packages/gateway/src/server/whether-answering.test.ts']

/** Mutants of a process's stop, and of its answers to probes meanwhile. */
export const stops = [
  ...breaking('packages/gateway/src/server/whether-answering.ts', ANSWERING, {
    'a database that keeps silent is waited for': [
      'inTime(() => database.query(question), patience)',
      'database.query(question)',
    ],
    'each probe has a question of its own': ['(asked ??= ask())', '(asked = ask())'],
    'a probe keeps a connection that has gone dead': [', query_timeout: patience }', ' }'],
  }),
  ...breaking('packages/gateway/src/server/health.ts', ['packages/gateway/src/server/health.test.ts'], {
    'a service that stops is ready for more': ['draining = true', 'draining = false'],
  }),
  ...breaking('packages/gateway/src/server/stop.ts', STOP, {
    'requests over HTTP/2 without an answer keep a stop from its end': [
      'sockets.forEach((socket) => socket.destroy())',
      '(app.server as { closeAllConnections?: () => void }).closeAllConnections?.()',
    ],
    'a worker that is told to stop again breaks off what it answers': [
      'if (isEnding) return',
      'if (isEnding) process.exit(1)',
    ],
  }),
  ...breaking('packages/node/with-launcher.cjs', LAUNCHER, {
    'a program goes on whose launcher was killed': [
      "  process.kill(isWatched ? process.ppid : process.pid, 'SIGTERM')\n",
      '',
    ],
    'Node.js goes on to watch a program whose launcher was killed': ['isWatched ? process.ppid : ', ''],
    'a program that is watched for changes is ended at once': [
      '(!isChild || process.ppid === launcher)',
      'process.ppid === launcher',
    ],
    'what a program has started ends with it': ['delete process.env.ROSTER_LAUNCHER\n', '\n'],
  }),
  ...breaking('packages/node/launch.cjs', LAUNCHER, {
    'a program that a signal has ended counts as one that failed': ['128 + constants.signals[signal]', '1'],
    'a Node.js that cannot be started ends a launch by a stack': ["child.on('error'", "child.on('never'"],
  }),
  ...breaking('packages/gateway/src/service/ends.ts', ['packages/gateway/src/service/ends.test.ts'], {
    'what fails to end leaves open what comes after it': ['      failures.push(error)\n', '      throw error\n'],
    'what fails to end has nobody wait for what ends beside it': [
      'await Promise.allSettled(ends)',
      'await Promise.all(ends).then(() => [] as PromiseSettledResult<unknown>[])',
    ],
  }),
  ...breaking('packages/gateway/src/server/stop.ts', HANG_UPS, {
    'a hang-up ends what nohup has started': ["  if (!isShown) process.on('SIGHUP', () => {})\n", ''],
    'a terminal that hangs up breaks off what is in flight': ["isShown ? [...ENDING, 'SIGHUP'] : ENDING", 'ENDING'],
  }),
  ...breaking('packages/gateway/src/server/left.ts', ['packages/gateway/src/server/left.test.ts'], {
    'what fails to end is waited for, as a stop tells': [
      '    waitedFor.delete(name)\n  }\n',
      '  }\n  waitedFor.delete(name)\n',
    ],
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
  ...breaking('packages/core/src/background/in-time.ts', ['packages/core/src/background/in-time.test.ts'], {
    'a question that was answered keeps the process for its whole patience': [
      '    clearTimeout(timer)\n',
      '    void timer\n',
    ],
  }),
]
