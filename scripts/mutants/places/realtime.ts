import { breaking, type Mutant, onServer } from '../mutant.ts'

const HERE = 'packages/gateway/src/realtime'
const CONNECTIONS = 'packages/gateway/src/connections'
const SOCKET = [`${HERE}/websocket.test.ts`]
const MESSAGES = [`${HERE}/websocket.messages.test.ts`]
const LIFECYCLE = [`${HERE}/websocket.lifecycle.test.ts`]
const READERS = [`${HERE}/readers.test.ts`]
const STREAM = [`${HERE}/sse.test.ts`]
const ENDING = [`${HERE}/ending.test.ts`]
const RESUME = ['test/realtime/resume.test.ts']
const CREDENTIALS = [`${HERE}/credentials.test.ts`]

/** Mutants of connections that stay open: WebSockets and event streams. */
export const realtime: Mutant[] = [
  ...breaking(`${HERE}/socket-client.ts`, SOCKET, {
    'a channel is joined by whoever asks': ['    await channels.require(this.#connection.principal, channel)\n', ''],
    'nobody waits for whether a channel may be joined': [
      'await channels.require(this.#connection.principal, channel)',
      'void channels.require(this.#connection.principal, channel).catch(() => undefined)',
    ],
    'a socket has 51 channels': ['MAX_CHANNELS = 50', 'MAX_CHANNELS = 51'],
  }),
  ...breaking(`${HERE}/socket-client.ts`, MESSAGES, {
    'a message goes to a channel without a subscription': [
      'if (!this.#joined.has(channel))\n      throw',
      "if (channel === '')\n      throw",
    ],
    'who has left a channel goes on hearing its messages': ['    this.#around.rooms.leave(channel, this)\n', ''],
    'the label of a join is forgotten': ['    this.#label = user\n', ''],
    "a key is called as somebody else's identifier": [
      'senderName(this.#connection.principal)',
      'this.#connection.principal.name',
    ],
  }),
  ...breaking(`${HERE}/socket-client.ts`, SOCKET, {
    'a message goes out under any label': [
      "}: Said<'message'>): void {\n    requireLabel(user)\n",
      "}: Said<'message'>): void {\n",
    ],
  }),
  ...breaking('packages/core/src/contract/id-form.ts', SOCKET, {
    'an identifier in small letters is a name': ['{26}/i', '{26}/'],
    'what nobody sees makes a name of an identifier': [
      String.raw`.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '')`,
      '',
    ],
  }),
  ...breaking('packages/core/src/realtime/messages.ts', ['packages/core/src/realtime/messages.test.ts'], {
    'messages wait for the database without a bound': ['    if (isTooMuch()) return\n', ''],
    'each message that is left out is reported': ['if (isFull && !wasFull)', 'if (isFull)'],
    'what a lost connection has cut off begins another message': ["    if (payload === '') unfinished.clear()\n", ''],
    'what any role of the database notifies is handed on': [
      'sent.safeParse(JSON.parse(text)).data',
      'JSON.parse(text) as Sent',
    ],
  }),
  ...breaking('packages/core/src/events/channels.ts', SOCKET, {
    'the database is asked for what it cannot hold': ["!owner.includes('\\0') && ", ''],
    'a channel of a user who never was is joined': ['&& exists(database, owner)', '&& database !== undefined'],
  }),
  ...breaking(`${HERE}/flood.ts`, [`${HERE}/flood.test.ts`], {
    'a clock that is set back makes a flood': ['time < start || ', ''],
  }),
  ...breaking(`${CONNECTIONS}/connection.ts`, [`${CONNECTIONS}/connection.test.ts`], {
    'the log is followed in the name of nobody': ['{ ...options, reader: principal.id }', 'options'],
  }),
  ...breaking(`${HERE}/sse.ts`, ENDING, {
    'a stream that was ended before it began goes on': ['        connection.requireOpen()\n', ''],
  }),
  ...breaking(`${CONNECTIONS}/when-aborted.ts`, ENDING, {
    'what has ended is listened to in vain': ['  if (signal.aborted) call()\n  else signal', '  signal'],
  }),
  ...breaking('packages/gateway/src/http/client-gone.ts', ENDING, {
    'who has gone is waited for': ['closed || stream', 'stream'],
    'who has gone over HTTP/2 is waited for': ['closed || stream?.destroyed', 'closed'],
  }),
  ...breaking('packages/gateway/src/context/request-context.ts', ENDING, {
    'a subscription that was stopped before it began keeps its place': [
      'whenAborted(subscription.signal, () => subscriptions--)',
      "subscription.signal.addEventListener('abort', () => subscriptions--)",
    ],
  }),
  ...breaking(`${CONNECTIONS}/connections.ts`, ['packages/core/src/api-keys/authenticate.test.ts'], {
    'the key of a deleted user opens connections': ['    requirePresent(principal)\n', ''],
  }),
  ...breaking(`${HERE}/flood.ts`, LIFECYCLE, {
    'a socket takes 21 messages a second': ['++count > MAX_MESSAGES', 'count++ > MAX_MESSAGES'],
  }),
  ...breaking(`${HERE}/flood.ts`, LIFECYCLE, {
    'what calls no procedure is sent as fast as the line carries it': ['connection.end(new Flood())', 'new Flood()'],
  }),
  ...breaking(`${HERE}/trpc-sockets.ts`, LIFECYCLE, {
    'signs of life are sent as fast as the line carries them': [
      'void (isSign(data, isBinary) && count())',
      'undefined',
    ],
  }),
  ...breaking(`${HERE}/trpc-encoder.ts`, LIFECYCLE, {
    'a call of nothing hides among others in a batch': ['left > 0; left--', 'left > 1; left = 0'],
    'calls are a flood': ['    return true\n', '    return false\n'],
    'the stops of a batch that was refused are taken for a flood': ['subscriptions.refuse(part.id)', 'void part.id'],
    'calls under the identifier of another are free': [
      'if (subscriptions.answer(message)) count()',
      'subscriptions.answer(message)',
    ],
  }),
  ...breaking(`${HERE}/open-subscriptions.ts`, LIFECYCLE, {
    'whatever is not there can be stopped': ['if (!subscription) return false', 'if (!subscription) return true'],
    'what has not begun is stopped for nothing': ["return state === 'called'", "return state !== 'stopped'"],
    'the stop of a subscription that was refused is taken for a flood': [
      'if (this.#refused.delete(id)) return true',
      '',
    ],
    'a subscription is stopped again and again': ["    subscription.state = 'stopped'\n", ''],
  }),
  ...breaking(`${CONNECTIONS}/limit.ts`, [`${CONNECTIONS}/limit.test.ts`], {
    'a caller has six connections': ['count >= limit', 'count > limit'],
  }),
  ...breaking(`${CONNECTIONS}/connections.ts`, STREAM, {
    'a connection that has ended goes on counting': ['      release()\n', ''],
    'a connection needs no scope': ['    requireScope(needs, principal)\n', ''],
    'notices go to everybody': ['if (holdsScope(connection.principal, scope))', 'if (scope)'],
  }),
  ...breaking(`${CONNECTIONS}/connections.ts`, CREDENTIALS, {
    'a ticket and another credential come together': [
      'if (authorization || key || queryKeysOf(raw).length > 0) throw twoCredentials()',
      'void key',
    ],
    'another page reads events with the cookie': ['    this.requireOwnPage(raw)\n', ''],
  }),
  ...breaking(`${HERE}/sockets.ts`, CREDENTIALS, {
    'another page is told what its handshake lacks': ['gateway.connections!.requireOwnPage(request.raw)', ''],
  }),
  ...breaking(`${CONNECTIONS}/credential-watch.ts`, [`${CONNECTIONS}/credential-watch.test.ts`], {
    'a connection goes on when its credential has ended': ['if (!isOurFault(problem))', 'if (problem.status < 400)'],
    'a connection ends when the database is away': ['if (!isOurFault(problem)) ', ''],
    'who has lost access reads on for a minute': ['CHECK_INTERVAL = 2_000', 'CHECK_INTERVAL = 60_000'],
  }),
  ...breaking('packages/core/src/callers/current-principal.ts', [`${HERE}/websocket.lifecycle.test.ts`], {
    'a connection goes on in the lesser role of a demoted user': [
      'access.covers(now.role, principal.role) && holds(now, principal)',
      'principal',
    ],
  }),
  ...breaking(`${HERE}/pump.ts`, STREAM, {
    'a reset is not told': ['if (first.reset) sink.reset(first.cursor)', ''],
  }),
  ...breaking(`${CONNECTIONS}/connection.ts`, [`${CONNECTIONS}/connection.test.ts`], {
    'a reader may leave two mebibytes unsent': ['MAX_UNSENT = 1_024 * 1_024', 'MAX_UNSENT = 2 * 1_024 * 1_024'],
    'a reader that takes nothing is waited for without end': ['drain(over.signal)', 'drain(this.signal)'],
    'each wait for a reader is kept for as long as its connection': [
      'whenAborted(this.signal, stop, over.signal)',
      'whenAborted(this.signal, stop)',
    ],
    'each part of a connection is kept for as long as the connection': [
      'own.abort(one.reason), own.signal)',
      'own.abort(one.reason))',
    ],
    'a reader that goes was too slow': ['if (!this.signal.aborted) throw new SlowReader()', 'throw new SlowReader()'],
    'a reader that is behind is not waited for': ['await this.outlet.drain', 'void this.outlet.drain'],
    'a slow reader is kept for ever': ['if (this.outlet.unsent() > MAX_UNSENT) throw new SlowReader()', ''],
  }),
  ...breaking(`${HERE}/socket-client.ts`, [`${HERE}/websocket.lifecycle.test.ts`], {
    'a socket is told the cause of a fault of the service': [
      'detail: refusalOf(problem) })',
      'detail: String((error as Error).message) })',
    ],
    'a fault of the service ends a socket': [
      '.catch((error: unknown) => this.#refuse(error))',
      '.catch((error: unknown) => this.#connection.end(error))',
    ],
  }),
  ...breaking(`${HERE}/sockets.ts`, READERS, {
    'a slow reader is not told': ["socket.close(1008, 'slow')", 'socket.close(1000)'],
    'a socket that answers no ping stays': ['    isAlive = false\n', ''],
    'a socket that answers its pings is ended': ["  socket.on('pong', () => (isAlive = true))\n", ''],
  }),
  ...breaking(`${HERE}/sse.ts`, READERS, {
    'a stream that is not read ends as if it was over': ['    raw.destroy()\n', ''],
    'a stream is sent no sign of life': [
      'heartbeat.add(() => write(signOfLife(current, connection.feed.cursor)))',
      'heartbeat.add(() => {})',
    ],
    'a stream that nothing is for stays where it began': ['  hasPassed ? ', '  hasPassed === undefined ? '],
  }),
  ...breaking(`${HERE}/sse.ts`, STREAM, {
    'after wins over Last-Event-ID': ['return { ...parameters, after }', 'return { after, ...parameters }'],
  }),
  ...breaking('packages/gateway/src/realtime/sse.ts', ['packages/gateway/src/realtime/sse.test.ts'], {
    'a stream has events of every name after a reset': ['{ ...parameters, after: undefined }', '{ after: undefined }'],
  }),
  ...breaking('packages/gateway/src/realtime/sse.ts', ['packages/gateway/src/realtime/own-stream.test.ts'], {
    'a stream of an application carries whole events': ['isOfLog(operation) ? updateOf', 'operation ? updateOf'],
  }),
  ...breaking(
    'packages/gateway/src/realtime/socket-client.ts',
    ['packages/gateway/src/realtime/websocket.lifecycle.test.ts'],
    {
      'a socket hears a message before it has done what the one before it asks for': [
        'this.#work.then(() => this.#handle(data, isBinary))',
        'this.#handle(data, isBinary)',
      ],
    },
  ),
  ...breaking(
    'packages/gateway/src/connections/connections.ts',
    ['packages/gateway/src/connections/connection.test.ts'],
    {
      'the credential of a connection that has ended is looked at for ever': ['      forget()\n', ''],
    },
  ),
  ...breaking('packages/core/src/operation/stream.ts', ['packages/gateway/src/realtime/ending.test.ts'], {
    'a subscription that is refused keeps its place': [
      '    } catch (error) {\n      connection.close()\n      throw error\n    }',
      '    } catch (error) {\n      throw error\n    }',
    ],
  }),
  ...breaking(`${HERE}/socket-client.ts`, SOCKET, {
    'the cursor of a subscription loses to that of a join': ['after ?? this.#after)', 'this.#after ?? after)'],
    'a join takes any label': [
      '#join(user: string | undefined, after: string | undefined): void {\n    requireLabel(user)\n',
      '#join(user: string | undefined, after: string | undefined): void {\n',
    ],
    'who subscribes to a channel again is pushed its events twice': [
      'if (this.#connection.signal.aborted) return\n    this.#leave(channel)\n',
      'if (this.#connection.signal.aborted) return\n',
    ],
    'a socket with fifty channels cannot subscribe to one of them again': [
      'this.#joined.has(channel) || this.#joined.size < MAX',
      'this.#joined.size < MAX',
    ],
    'a welcome tells the cursor that was asked for': [
      'cursor: this.#connection.feed.cursor,',
      'cursor: this.#after ?? this.#connection.feed.cursor,',
    ],
  }),
  ...breaking('packages/core/src/events/channels.ts', SOCKET, {
    'whatever is below a channel of a user is a channel': [' || rest.length > 0', ''],
    'users have channels of their own below that of everything else': ['kind !== SYSTEM && ', ''],
  }),
  ...breaking(`${HERE}/socket-client.ts`, READERS, {
    'who does not take what others say is kept for ever': [
      'try {\n      this.#connection.requireRoom()',
      'try {\n      void this.#connection',
    ],
  }),
  ...breaking(`${HERE}/flood.ts`, [`${HERE}/flood.test.ts`], {
    'a socket takes 20 messages in less than a second': ['WINDOW = 1_000', 'WINDOW = 999'],
  }),
  ...breaking(`${HERE}/sockets.ts`, LIFECYCLE, {
    'ping frames are sent as fast as the line carries them': [
      "socket.on('ping', messageCount(connection, gateway.services.now))",
      '',
    ],
    'a frame of 64 KiB is too large': ['MAX_MESSAGE = 65_536', 'MAX_MESSAGE = 65_535'],
  }),
  ...breaking(`${HERE}/sockets.ts`, ['test/realtime/far-behind.test.ts'], {
    'a fault of the service looks like one of its client': [', internal: 1011', ''],
  }),
  ...breaking(`${HERE}/sse.ts`, STREAM, {
    'an empty Last-Event-ID is taken for a cursor': ['if (!after) return', 'if (after === undefined) return'],
  }),
  ...breaking(`${HERE}/pump.ts`, STREAM, {
    'events that go out together are counted as one': ['fannedOut += count', 'fannedOut += 1'],
  }),
  ...breaking(`${HERE}/pump.ts`, RESUME, {
    'who is far behind is dropped, although it takes what is sent': ['await connection.drained()', 'void connection'],
  }),
  ...breaking('packages/core/src/operation/stream.ts', RESUME, {
    'a subscription goes on from where it began, and not from what it was given last': [
      '...parameters, after: lastEventId',
      'after: lastEventId, ...parameters',
    ],
  }),
  ...breaking('packages/gateway/src/context/request-context.ts', ['packages/gateway/src/http/rate-limit.test.ts'], {
    'subscriptions on a socket are free of quota': [
      "requireScope(needs, await admitted(gateway, origin, 'read', socket.ask))",
      'requireScope(needs, await socket.ask())',
    ],
  }),
  ...onServer(
    breaking('packages/core/src/realtime/messages.ts', ['packages/core/src/realtime/messages.test.ts'], {
      'notices reach the connections of one process alone': [
        "publish({ kind: 'notice', content })",
        "handOn({ kind: 'notice', content })",
      ],
    }),
  ),
  ...breaking(`${HERE}/socket-client.ts`, LIFECYCLE, {
    'a flood takes the answers to the messages before it': [
      'await Promise.race([this.#work, wait(FLOOD_WAIT, undefined, { ref: false })])\n',
      '',
    ],
  }),
]
