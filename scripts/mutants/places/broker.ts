import { breaking, type Mutant } from '../mutant.ts'

const NATS = ['packages/gateway/src/nats/nats.test.ts']
const CONNECT = ['packages/gateway/src/nats/connect.test.ts']

/** Mutants of the broker that readers follow the log at. */
export const broker: Mutant[] = [
  ...breaking('packages/gateway/src/nats/nats.ts', NATS, {
    'who is late with a message fails': [
      '      if ((error as JetStreamApiError).code === NOT_THE_LAST) return undefined\n',
      '',
    ],
    'anybody appends to a stream': ['expect: { lastSequence: after }, ', ''],
    'a message that is repeated counts as the next one': ['duplicate ? after : seq', 'duplicate ? after + 1 : seq'],
    'a message that is repeated comes twice': ['...(id !== undefined && { msgID: id }), ', ''],
    'who joins a stream is given its last message again': ['state.last_seq + 1', 'state.last_seq'],
    'nobody is told that a stream is lost': ['      listener.onLost()\n', ''],
    'a stream that is lost takes messages': ['      this.#joined = undefined\n', ''],
    'each try of a broker that is away is told': ['this.#isAway || this.#closing', 'this.#closing'],
    'each message of a broker that was away is told': ['    this.#isAway = false\n', ''],
    'a message is as large as it may be without its head': ['HEADERS = 1_024', 'HEADERS = 0'],
    'all logs are one stream': ['`${this.#options.naming.slug}-${log}`', 'this.#options.naming.slug'],
  }),
  ...breaking('packages/gateway/src/nats/connect.ts', CONNECT, {
    'a token is told a broker as a user': ["password === '' ? { token: user }", "user === '' ? { token: user }"],
    'the password of a broker is told as it is in the URL': ['pass: decodeURIComponent(password)', 'pass: password'],
    'the last URL of a broker tells who asks': ['credentialsOf(servers[0]!)', 'credentialsOf(servers.at(-1)!)'],
  }),
  ...breaking('packages/core/src/event-log/log-page.ts', ['packages/core/src/event-log/log-page.test.ts'], {
    'a page with a gap is taken': [
      'if (!page?.entries.every(({ seq }, index) => seq === page.after + index + 1)) return undefined',
      'if (!page) return undefined',
    ],
  }),
]
