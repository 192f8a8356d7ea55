import { breaking, type Mutant, onServer } from '../mutant.ts'

const LOG = 'packages/core/src/event-log'
const HERE = 'packages/gateway/src/realtime'
const CONNECTIONS = 'packages/gateway/src/connections'
const NATS = 'packages/gateway/src/nats'
const LEAVING = [`${HERE}/leaving.test.ts`]
const SOCKET = [`${HERE}/websocket.test.ts`]
const LIFECYCLE = [`${HERE}/websocket.lifecycle.test.ts`]
const CONNECTION = [`${CONNECTIONS}/connection.test.ts`]
const WATCH = [`${CONNECTIONS}/credential-watch.test.ts`]
const RESUME = ['test/realtime/resume.test.ts']
const EVENTS = ['packages/core/src/events/events.test.ts']
const OFFER = [`${LOG}/offer.test.ts`]
const TAIL = [`${LOG}/tail.test.ts`]
const UNTAKEN = [`${CONNECTIONS}/cut-untaken.test.ts`]
const BROKER = [`${NATS}/nats.test.ts`]

/** Mutants of what follows the log, from its processes to the sockets and streams of clients: what is handed over, and what is left behind. */
export const live: Mutant[] = [
  ...breaking(`${HERE}/socket-client.ts`, [`${HERE}/websocket.messages.test.ts`], {
    'what a socket is sent is bytes, and no text': ['send(frame, { binary: false })', 'send(frame)'],
  }),
  ...breaking(`${HERE}/socket-client.ts`, LEAVING, {
    'what a socket says waits for the database without a bound': [' || this.#waiting > MAX_WAITING', ''],
    'a client that keeps to its limits is a flood when the database is slow': [
      'MAX_MESSAGES * MAX_MESSAGE',
      '1_048_576',
    ],
    'what a socket has said counts as if it waited': ['    this.#waiting -= data.length\n', ''],
    'each subscription to a channel is kept for as long as its socket': [
      'const { signal } = own',
      'const signal = AbortSignal.any([this.#connection.signal, own.signal])',
    ],
    'who has gone stays in its rooms': [
      "    connection.signal.addEventListener('abort', () => this.#leaveAll())\n",
      '',
    ],
    'who goes while it subscribes enters a room': [
      '    if (this.#connection.signal.aborted) return\n    this.#leave(channel)',
      '    this.#leave(channel)',
    ],
    'what a client has said before it went is done afterwards': [
      '    if (this.#connection.signal.aborted) return\n    if (isBinary)',
      '    if (isBinary)',
    ],
  }),
  ...breaking(`${HERE}/socket-client.ts`, RESUME, {
    'who has left a channel is pushed what was on its way': [
      'void (signal.aborted || this.deliver(frame))',
      'this.deliver(frame)',
    ],
  }),
  ...breaking(`${HERE}/socket-client.ts`, LIFECYCLE, {
    'nobody learns of a fault of the service on a socket': [
      'if (isOurFault(problem)) this.#around.log',
      'if (problem.status < 400) this.#around.log',
    ],
  }),
  ...breaking(`${HERE}/other-upgrades.ts`, [`${HERE}/other-upgrades.test.ts`], {
    'the body of a request that offers another protocol is lost before Node.js 22.21': [
      "request.method === 'CONNECT' || opensSocket(request)",
      'true',
    ],
  }),
  ...breaking(`${HERE}/other-upgrades.ts`, ['test/realtime/raw-sockets.test.ts'], {
    'a handshake behind a request keeps its connection for ever': [' && !pendingAnswer(socket)', ''],
  }),
  ...breaking(`${HERE}/sockets.ts`, LEAVING, {
    'a socket that has gone is sent signs of life': ['        quiet()\n', ''],
  }),
  ...breaking(`${HERE}/sse.ts`, LEAVING, {
    'a stream that has gone is sent signs of life': ['    quiet()\n', ''],
  }),
  ...breaking(`${HERE}/sockets.ts`, ['test/realtime/raw-sockets.test.ts'], {
    'who answers no Close frame is waited for half a minute': [', closeTimeout: CLOSING_TIME', ''],
  }),
  ...breaking(`${HERE}/protocol.ts`, SOCKET, {
    'a label has 101 characters': ['lineOfText(1, 100)', 'lineOfText(1, 101)'],
  }),
  ...breaking(`${CONNECTIONS}/connections.ts`, SOCKET, {
    'a notice tells no cursor': ['cursor, ...details', "cursor: '', ...details"],
  }),
  ...breaking('packages/core/src/events/channels.ts', SOCKET, {
    'the channel of a user ends with its record': [
      'select 1 from accounts where id = $1 or owner = $1 limit 1',
      'select 1 from accounts where (id = $1 or owner = $1) and status not like $$del%$$ limit 1',
    ],
  }),
  ...breaking(`${CONNECTIONS}/connections.ts`, LIFECYCLE, {
    'who is refused a connection keeps a place': [
      '    requireScope(needs, principal)\n    const release = await this.#options.limit.take(kind, principal.id)\n',
      '    const release = await this.#options.limit.take(kind, principal.id)\n    requireScope(needs, principal)\n',
    ],
  }),
  ...breaking(`${CONNECTIONS}/connections.ts`, CONNECTION, {
    'a connection that has ended is told of notices': ['      this.#open.delete(connection)\n', ''],
  }),
  ...breaking(`${CONNECTIONS}/connection.ts`, CONNECTION, {
    'a subscription has its caller as it was at its start': [
      '      get principal() {\n        return principal()\n      },\n',
      '      principal: principal(),\n',
    ],
  }),
  ...breaking(`${CONNECTIONS}/credential-watch.ts`, WATCH, {
    'with one connection that ends the credentials of all others are good for ever': [
      '    if (this.#watchers.size > 0) return\n',
      '',
    ],
    'after a moment without connections no credential is looked at': ['    this.#timer = undefined\n', ''],
  }),
  ...breaking('packages/core/src/callers/current-principal.ts', LIFECYCLE, {
    'a connection goes on when its viewer is deleted': ['!now.hasLeft && ', ''],
  }),
  ...breaking('packages/core/src/operation/stream.ts', ['packages/core/src/operation/stream.test.ts'], {
    'who has lost access is given the rest of a batch': ['          if (connection.signal.aborted) break\n', ''],
  }),
  ...breaking('packages/gateway/src/connections/cut-untaken.ts', UNTAKEN, {
    'a stream whose end is not taken is kept for ever': [
      'setTimeout(() => raw.destroy(), LEAVING_TIME)',
      'setTimeout(() => {}, LEAVING_TIME)',
    ],
    'a stream is cut before its end can be taken': ['LEAVING_TIME = 5_000', 'LEAVING_TIME = 500'],
    'who has left a stream is kept for five seconds': ['() => clearTimeout(cut)', '() => void cut'],
  }),
  ...breaking('packages/gateway/src/realtime/sse.ts', UNTAKEN, {
    'an event stream whose end is not taken is kept for ever': ['  cutUntaken(raw, connection.signal)\n', ''],
  }),
  ...breaking('packages/gateway/src/rpc/rpc-adapter.ts', UNTAKEN, {
    'a subscription whose end is not taken is kept for ever': ['    cutUntaken(reply.raw, connection.signal)\n', ''],
  }),
  ...breaking('packages/gateway/src/mcp/listen.ts', UNTAKEN, {
    'a stream of an agent whose end is not taken is kept for ever': [
      '    cutUntaken(reply.raw, connection.signal)\n',
      '',
    ],
  }),
  ...breaking('packages/core/src/operation/stream.ts', RESUME, {
    'a subscription is sent more than its socket takes': [
      'if (entry.cursor !== connection.feed.cursor) await connection.drained()',
      '',
    ],
  }),
  ...breaking('packages/core/src/operation/trpc.ts', ['packages/gateway/src/rpc/rpc-subscription.test.ts'], {
    'a subscription over server-sent events is sent no sign of life': ['enabled: true', 'enabled: false'],
    'a subscription over server-sent events is sent a sign of life too seldom': [
      'SSE_PING = 15_000',
      'SSE_PING = 15_001',
    ],
  }),
  ...breaking('packages/core/src/realtime/messages.ts', ['packages/core/src/realtime/messages.test.ts'], {
    'what is said before a stop is not waited for': ['Promise.all([sending, listener.close()])', 'listener.close()'],
  }),
  ...breaking('packages/core/src/events/events.ts', EVENTS, {
    'who asks by the synonym is given events of records that it may not read': [
      'scopes: ({ types, type = types })',
      'scopes: ({ type })',
    ],
  }),
  ...breaking(`${LOG}/read-on.ts`, EVENTS, {
    'events of a name that is asked for twice come twice': ['[...new Set(names)]', 'names'],
  }),
  ...onServer(
    breaking(`${LOG}/sequence.ts`, [`${LOG}/sequence.test.ts`], {
      'where many events wait those of a transaction are torn apart': [
        'from unplaced order by last, turn, id limit',
        'from unplaced order by turn, id limit',
      ],
    }),
  ),
  ...breaking(`${LOG}/sequencer.ts`, [`${LOG}/sequencer.test.ts`], {
    'more events than get their places at once wait for the next look': ['more || elsewhere ? GAP', 'elsewhere ? GAP'],
    'who gives no places any more is told of every event': ['      forget()\n', ''],
  }),
  ...breaking(`${LOG}/feed.ts`, OFFER, {
    "of a broker's message that is known in part all is taken": [
      'page.entries.slice(place - page.after)',
      'page.entries',
    ],
    'what was read while a broker brought it is there twice': [
      '      if (tail !== this.#tail || end.seq !== tail.head) return 0\n',
      '',
    ],
    'nothing new at the broker is no sign that it is followed': [
      'if (endOf(page) < place)',
      'if (endOf(page) <= place)',
    ],
  }),
  ...breaking(`${LOG}/feed.ts`, [`${LOG}/origin.test.ts`], {
    'after a failover those are told of a loss before whose place nothing is kept': [
      'shared >= log.kept_from - 1',
      'shared >= log.kept_from',
    ],
  }),
  ...breaking(`${LOG}/feed.ts`, [`${LOG}/feed.test.ts`], {
    'who has asked from where it can follow is kept for ever': [
      '    } finally {\n      follower.leave()\n    }\n  }\n\n  /**\n   * Returns entries',
      '    } finally {\n      follower.place = 0\n    }\n  }\n\n  /**\n   * Returns entries',
    ],
  }),
  ...breaking(`${LOG}/follower.ts`, [`${LOG}/follower.test.ts`], {
    'the signal of who has left goes on to tell it': [
      "    this.#signal?.removeEventListener('abort', this.tell)\n",
      '',
    ],
    'who has left is told of every entry': ['    this.#all.delete(this)\n', ''],
  }),
  ...breaking(`${LOG}/tail.ts`, TAIL, {
    'what is lost is given to who has asked for it before': [
      '  cut(seq: number): void {\n    this.#asked = undefined\n',
      '  cut(seq: number): void {\n',
    ],
    'what is lost takes room in memory': [
      ') this.#size -= json.length\n    this.#floor',
      ') void json\n    this.#floor',
    ],
  }),
  ...breaking(`${LOG}/log-page.ts`, [`${LOG}/log-page.test.ts`], {
    'a message has as many characters as it may have bytes': ['Buffer.byteLength(message.text)', 'message.text.length'],
    'a message has one byte less than it may have': ['(message.text) <= capacity', '(message.text) < capacity'],
  }),
  ...breaking(`${LOG}/relay.ts`, [`${LOG}/relay.stop.test.ts`], {
    'a relay that is closed begins anew with its broker': ['    this.#isClosed = true\n', ''],
    'what is being published is not waited for at a stop': ['    await this.#work\n', ''],
  }),
  ...breaking(`${NATS}/nats.ts`, BROKER, {
    'a stream is left every five seconds': ['        silence.refresh()\n', ''],
    'a stream that is silent is followed for ever': [
      'setTimeout(() => void connection.close(), SILENCE)',
      'setTimeout(() => {}, SILENCE)',
    ],
    'who has left a stream joins it': ['      if (this.#closing.signal.aborted) return\n', ''],
  }),
  ...breaking(`${NATS}/stream.ts`, BROKER, {
    'a stream that is there is to be another one': ['    known ??\n', ''],
    'a stream keeps half a minute': ['AGE = 300', 'AGE = 30'],
    'a stream grows without a bound': ['      max_bytes: SIZE,\n', ''],
  }),
  ...breaking(`${NATS}/connect.ts`, [`${NATS}/connect.test.ts`], {
    'a broker that is to be secure is spoken to in the clear': [
      "    ...(servers.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),\n",
      '',
    ],
  }),
  ...breaking('packages/core/src/event-log/tail.ts', ['packages/core/src/event-log/tail.test.ts'], {
    'who is far behind misses what is dropped from memory': [
      'this.#floor = this.#entries[count - 1]!.seq',
      'this.#floor = this.#entries[0]!.seq',
    ],
  }),
  ...breaking('packages/gateway/src/connections/limit.ts', ['packages/gateway/src/connections/limit.test.ts'], {
    'a sixth stream is not told when to try again': ["{ headers: { 'retry-after': '5' } }", '{}'],
  }),
]
