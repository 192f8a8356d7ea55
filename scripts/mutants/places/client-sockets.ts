import { breaking, type Mutant } from '../mutant.ts'

const HERE = 'packages/sdk/src/realtime'
const LISTENERS = [`${HERE}/listeners.test.ts`]
const LINK = [`${HERE}/link.test.ts`]
const SOCKET = [`${HERE}/socket.test.ts`]
const OUTBOX = [`${HERE}/outbox.test.ts`]
const CONNECTIONS = [`${HERE}/connections.test.ts`]
const REJOIN = [`${HERE}/rejoin.test.ts`]
const RETRY_AFTER = [`${HERE}/retry-after.test.ts`]

/** Mutants of the client SDK's WebSockets. */
export const clientSockets: Mutant[] = [
  ...breaking(`${HERE}/listeners.ts`, LISTENERS, {
    'who listens no more is told': ['void listeners.delete(listener)', 'void listeners'],
    'one listener of a name takes the place of another': ['listeners.add(listener))', 'new Set([listener]))'],
    'who begins to listen is told what happens already': [
      'const listeners = [...(this.#all.get(name) ?? [])]\n    for (const listener of listeners) listener(value as never)\n    return listeners.length > 0',
      'const listeners = this.#all.get(name) ?? new Set()\n    for (const listener of listeners) listener(value as never)\n    return listeners.size > 0',
    ],
  }),
  ...breaking(`${HERE}/link.ts`, LINK, {
    'the heartbeat of a service is that of any': [
      'heartbeat_ms ?? this.#heartbeat ?? PATIENCE',
      'this.#heartbeat ?? PATIENCE',
    ],
    'the heartbeat of a service is forgotten at its next word': [
      'heartbeat_ms ?? this.#heartbeat ?? PATIENCE',
      'heartbeat_ms ?? PATIENCE',
    ],
    'a connection that opens and says nothing is waited for': [
      "'open', () => listener",
      "'open', () => void clearTimeout(this.#timer) ?? listener",
    ],
    'a goodbye that is not returned is waited for': [
      '    this.#expect(PATIENCE)\n    this.#socket.close(1000)',
      '    clearTimeout(this.#timer)\n    this.#socket.close(1000)',
    ],
    'a socket says no code with its goodbye': ['this.#socket.close(1000)', 'this.#socket.close()'],
  }),
  ...breaking(`${HERE}/socket.ts`, LINK, {
    'a socket that is not answered is closed after a minute': ['PATIENCE = 5_000', 'PATIENCE = 60_000'],
  }),
  ...breaking(`${HERE}/socket.ts`, SOCKET, {
    'others see nobody by the name that a client chose': [
      "type: 'join', user: this.#user }",
      "type: 'join', user: undefined }",
    ],
    'a reset is told over every connection': ["if (type === 'push' || isReset)", "if (type === 'push')"],
    'nobody is told that a greeting was refused': [
      "[{ message: join, reject: (error) => this.#listeners.tell('error', error) }",
      '[{ message: join, reject: () => {} }',
    ],
    'nobody is told of a refusal that answers nothing': [
      'if (!this.#outbox.refuse(error)) this',
      'if (this.#outbox.refuse(error) && !error) this',
    ],
  }),
  ...breaking(`${HERE}/outbox.ts`, OUTBOX, {
    'a ping waits for the next connection': ["type === 'ping' || ", ''],
    'a connection begins with the greeting of the one before as well': ['      if (!command.resolve) continue\n', ''],
    'what waits goes before what was asked': [
      '[...asked, ...this.#waiting.splice(0)]',
      '[...this.#waiting.splice(0), ...asked]',
    ],
  }),
  ...breaking(`${HERE}/connections.ts`, CONNECTIONS, {
    'a connection that was lost long ago makes waits longer': [
      '    if (wasOpen) losses = 0\n    else if (!error)',
      '    if (!wasOpen && !error)',
    ],
    'a socket that was closed says that it comes back': ['if (!signal.aborted) onLoss(', 'onLoss('],
    'tickets of every service are where those of Roster are': [
      "${client.product.basePath ?? ''}/realtime",
      '/v1/realtime',
    ],
  }),
  ...breaking(`${HERE}/socket.ts`, REJOIN, {
    'a channel that a fault keeps from being joined again is left': ['/^(?:overloaded|unavailable)$/', '/^$/'],
  }),
  ...breaking(`${HERE}/link.ts`, REJOIN, {
    'a client comes back at once, again and again, while a fault keeps a channel from being joined': [
      '    this.#heartbeat = undefined\n',
      '',
    ],
  }),
  ...breaking(`${HERE}/connections.ts`, RETRY_AFTER, {
    'a socket asks for a token sooner than its endpoint asks for': [
      'delayAfter(++losses, 0, error)',
      'delayAfter(++losses)',
    ],
    'a socket that has no ticket asks whether it may have a connection': ['else if (!error) await', 'else await'],
  }),
  ...breaking(`${HERE}/event-source.ts`, RETRY_AFTER, {
    'a subscription asks for a token sooner than its endpoint asks for': [
      'delayAfter(++losses, retry, error)',
      'delayAfter(++losses, retry)',
    ],
  }),
  ...breaking(`${HERE}/event-source.ts`, [`${HERE}/event-source.test.ts`], {
    'a connection that fell silent stays open': ['      drop()\n', ''],
  }),
  ...breaking('packages/sdk/src/realtime/event-stream.ts', ['packages/sdk/src/realtime/event-stream.test.ts'], {
    'an identifier with NUL is kept': [" && !value.includes('\\0')", ''],
  }),
  ...breaking('packages/sdk/src/realtime/outbox.ts', ['packages/sdk/src/realtime/outbox.test.ts'], {
    'a new connection waits for the rate of the former': [
      '    this.#times = []\n    this.#waiting.unshift',
      '    this.#waiting.unshift',
    ],
  }),
]
