import { breaking, type Mutant } from '../mutant.ts'

const SEND = ['packages/sdk/src/core/send.test.ts', 'packages/sdk/src/core/client.test.ts']
const RETRIES = ['packages/sdk/src/core/retries.test.ts']
const OBSERVER = ['packages/sdk/src/core/observer.test.ts']
const LIST = ['packages/sdk/src/core/list.test.ts']
const DOWNLOAD = ['packages/sdk/src/core/download.test.ts']
const TOKENS = ['packages/sdk/src/credentials/credentials.test.ts']
const VERIFY = ['test/sdk/webhooks.test.ts']
const SUBSCRIBE = ['packages/sdk/src/realtime/subscribe.test.ts']
const CONNECT = ['packages/sdk/src/realtime/connect.test.ts']
const STREAM = ['packages/sdk/src/realtime/event-stream.test.ts']
const GENERATED = ['packages/generator/src/client/imports.test.ts']

/** Mutants of the client SDK. */
export const client: Mutant[] = [
  ...breaking('packages/sdk/src/core/retries.ts', [...SEND, ...RETRIES], {
    'a client does not try again after 503': ['50[0234]', '50[024]'],
    'a client tries again what will not pass': ['/^(?:408|429', '/^(?:404|408|429'],
    'a client does not wait as long as it was asked to': ['retryAfter * 1_000', 'retryAfter'],
    'pauses of a client do not grow': [' * 2 ** (attempt - 1)', ''],
    'a client takes what was not begun for lost': [" && code !== 'overloaded'", ''],
  }),
  ...breaking('packages/sdk/src/core/retry-after.ts', RETRIES, {
    'a client waits for a time that is over': ['Math.max(0, ', 'Math.max(-1e9, '],
    'a client comes back before the second is over': ['Math.ceil(', 'Math.floor('],
  }),
  ...breaking('packages/sdk/src/core/send.ts', OBSERVER, {
    'a hook that is told of a retry is not awaited': [
      'await within(() => observer.retry({ request, error, delay }))',
      'void observer.retry({ request, error, delay })',
    ],
  }),
  ...breaking('packages/sdk/src/core/send.ts', [...SEND, ...RETRIES], {
    'a client tries once more than it may': ['retries >= limits.maxRetries', 'retries > limits.maxRetries'],
    'a client sends again what has no key': ['(!call.isRepeatable && isLoss(error)) || ', ''],
    'nobody is told that what is refused may have been done': ['error.cause ??= loss', 'void loss'],
    'a client takes what it sent under a key for done': ['UNKEYED_WRITE.test(call.method) && ', ''],
    'a credential that was renewed makes pauses longer': [
      'delayBefore(retries + 1, error)',
      'delayBefore(attempt, error)',
    ],
    'a client waits beyond its deadline': [' || delay >= left()', ''],
    'a client follows redirects with its credential': ["redirect: 'manual'", "redirect: 'follow'"],
    'a client sends cookies beside its credential': ["{ credentials: 'omit' }", '{}'],
    'a client tells of cookies where there are none': ["'credentials' in Request.prototype", "Request.name !== ''"],
    'each attempt has a key of its own': [
      'headers: sendableHeaders(headers),',
      "headers: sendableHeaders({ ...headers, ...('idempotency-key' in headers && { 'idempotency-key': `${attempt}` }) }),",
    ],
  }),
  ...breaking('packages/sdk/src/core/client.ts', SEND, {
    'a client sends no key of its own': [
      'takesKey ? (options.idempotencyKey ?? randomKey()) : undefined',
      'takesKey ? options.idempotencyKey : undefined',
    ],
  }),
  ...breaking('packages/sdk/src/core/list.ts', LIST, {
    'a list that is iterated again has the first page of the first time': ['    this.#first = undefined\n', ''],
    'a list goes round for ever': ['(steps.get(cursor) ?? step) !== step', 'step < 0'],
    'a list takes what is no query for one': [
      "typeof query !== 'object' || query === null",
      "typeof query === 'symbol'",
    ],
    'a list ends before its last page': [
      'if (cursor === null) return null',
      'if (cursor === null || !this.has_more || this.#step > 0) return null',
    ],
  }),
  ...breaking('packages/sdk/src/core/download.ts', DOWNLOAD, {
    'a download goes on with another file': ["if (status !== 206) return 'has another file by now'", ''],
    'a download begins again at its start': ['bytes=${from}-', 'bytes=0-'],
  }),
  ...breaking('packages/sdk/src/core/discard.ts', ['packages/sdk/src/core/discard.test.ts'], {
    'a client waits for the copy of a body that a hook has made': [
      '): void =>\n  void body?.cancel(reason).catch(() => {})',
      ') => body?.cancel(reason).catch(() => {}) as unknown as void',
    ],
  }),
  ...breaking('packages/sdk/src/core/byte-source.ts', DOWNLOAD, {
    'a download that was cut short is whole': [
      'done && this.#received < (this.#total ?? 0)',
      'done && this.#received < 0',
    ],
  }),
  ...breaking('packages/sdk/src/core/send.ts', TOKENS, {
    'a request for a token is given up for want of quota': [
      '!call.isRepeatable && isLoss(error)',
      '!call.isRepeatable',
    ],
  }),
  ...breaking('packages/sdk/src/credentials/token-cache.ts', TOKENS, {
    'every call gets a token of its own': ['(pending ??= renew()', '(pending = renew()'],
    'a failed request for a token is kept': ['.finally(() => (pending = undefined))', ''],
    'a token is used until its last moment': [' - Math.min(AHEAD, life / 4)', ''],
    'a token whose life is not told is used once': [' || Infinity', ' || 0'],
    'a refused token is sent again': ['      if (token?.header === rejected) token = undefined\n', ''],
    'a token that is bound to a key is sent as any other': ["return 'DPoP'", "return 'Bearer'"],
    'a token of any type is sent': ['/^dpop$/i', '/./'],
  }),
  ...breaking('packages/sdk/src/credentials/token-function.ts', TOKENS, {
    'a function that never gives a token ends a client': [' && performance.now() - askedAt < PATIENCE', ''],
  }),
  ...breaking('packages/sdk/src/core/settings.ts', SEND, {
    'an attempt has a minute': ['timeout: 30_000', 'timeout: 60_000'],
  }),
  ...breaking('packages/sdk/src/core/response.ts', SEND, {
    'members of an error have any form': [
      "(name === 'errors' ? Array.isArray(value) : typeof value === 'string')",
      'true',
    ],
    'a redirect keeps its connection': ['    discard(response.body)\n', ''],
    'the error for a redirect shows a password': ["'$1'", "'$&'"],
    'an error whose body breaks off has no status': [
      "response.text().catch(() => '')",
      'connected(response.text(), request)',
    ],
  }),
  ...breaking('packages/sdk/src/credentials/grants.ts', TOKENS, {
    'a refresh token is sent twice': ['isRepeatable: false', 'isRepeatable: true'],
    'nobody waits until the next refresh token is kept': ['await onRotate(given)', 'void onRotate(given)'],
    'who never keeps a refresh token ends a client': ['time: 30_000', 'time: 300_000'],
    'nobody is told that a refresh token may be spent': ['error.cause = loss', 'error.cause = undefined'],
    'nothing takes the place of a refresh token': [
      'answer.refresh_token && ',
      'answer.refresh_token !== undefined && ',
    ],
    'a refresh token is taken for spent that replaced another': ['    loss = undefined\n', ''],
  }),
  ...breaking('packages/sdk/src/webhooks/verify.ts', VERIFY, {
    'a webhook with any signature is taken': ['.includes(true)', '.length > 0'],
    'an old webhook is taken': ['if (ahead < -tolerance)', 'if (ahead < -tolerance * 1_000)'],
    'a webhook from the future is taken': ['  if (ahead > tolerance)\n', '  if (ahead > tolerance * 1_000)\n'],
    'a webhook at the end of the tolerance is refused': ['if (ahead < -tolerance)', 'if (ahead <= -tolerance)'],
  }),
  ...breaking('packages/sdk/src/webhooks/seconds.ts', VERIFY, {
    'seconds are taken for milliseconds of 1970': ['time >= LEAST', 'time >= 0'],
  }),
  ...breaking('packages/sdk/src/webhooks/headers.ts', VERIFY, {
    'signatures of any version count': ["one.startsWith('v1,')", "one.startsWith('v')"],
  }),
  ...breaking('packages/sdk/src/realtime/event-source.ts', SUBSCRIBE, {
    'a subscription begins anew after a lost connection': ["'last-event-id': position", "'last-event-id': undefined"],
    'a connection that falls silent is waited for': ['SILENCE = 45_000', 'SILENCE = 450_000'],
  }),
  ...breaking('packages/sdk/src/realtime/subscribe.ts', SUBSCRIBE, {
    'who subscribes without a client is told to connect': [
      "requireClient(client, 'subscribe')",
      "requireClient(client, 'connect')",
    ],
    'a subscription goes on as if nothing was missed': [
      'if (!onReset) throw new ResetError(cursor)\n    await onReset({ cursor })',
      'await onReset?.({ cursor })',
    ],
  }),
  ...breaking(
    'packages/sdk/src/realtime/socket.ts',
    ['packages/sdk/src/realtime/connect.test.ts', 'test/sdk/sockets.test.ts'],
    {
      'a socket tells of channels that it has left': [
        ' && !this.#channels.has(channel)) return',
        " && channel === '') return",
      ],
      'a socket forgets where its channels were': [
        "message: { type: 'subscribe', channel, after },\n      reject",
        "message: { type: 'subscribe', channel },\n      reject",
      ],
      'a channel that is refused is asked for over every connection': [
        '        this.#channels.delete(channel)\n        this.#listeners',
        '        this.#listeners',
      ],
      'nobody is told of a channel that a later connection is refused': [
        "(channel)\n        this.#listeners.tell('error', error)\n",
        '(channel)\n',
      ],
      'what is said in no channel is waited for without end': [
        'channel: string | undefined = LOBBY',
        'channel: string',
      ],
      'a channel that is joined twice begins anew': [
        'after === undefined && !this.#end ? this.#joined(channel) : undefined',
        'undefined',
      ],
      'a channel that was left is taken for joined': [
        'this.#channels.delete(channel)\n    this.#joining.delete(channel)',
        'this.#channels.delete(channel)',
      ],
    },
  ),
  ...breaking('packages/sdk/src/realtime/link.ts', CONNECT, {
    'a connection that is over is waited for': [
      '    if (this.#isOver) return\n    this.#expect(PATIENCE)',
      '    this.#expect(PATIENCE)',
    ],
  }),
  ...breaking('packages/sdk/src/realtime/outbox.ts', CONNECT, {
    'a message is said again over the next connection': [
      "(type === 'message' && asked.includes(command))",
      "(type === 'join' && asked.includes(command))",
    ],
    'a client floods the service': ['RATE = 15', 'RATE = 25'],
    'what is said in one channel answers what was said in another': ['asked.channel === answer.channel && ', ''],
    'whatever anybody says answers what was said': [' && asked.text === answer.text', ''],
  }),
  ...breaking('packages/sdk/src/realtime/event-stream.ts', STREAM, {
    'an event that comes in two pieces is lost': ['this.#rest = lines.pop()!', 'lines.pop()'],
    'a long line is searched anew with each of its pieces': [
      'const lines = piece.split(',
      'const begun = this.#rest\n    this.#rest = ""\n    const lines = (begun + piece).split(',
    ],
    'a line break that comes in two pieces ends two lines': [
      "this.#endedInCr && text.startsWith('\\n') ? text.slice(1) : text",
      'text',
    ],
  }),
  ...breaking('packages/sdk/src/core/client.ts', SEND, {
    'a body is sent with GET': ['(?:GET|HEAD)', 'HEAD'],
  }),
  ...breaking('packages/sdk/src/core/retries.ts', TOKENS, {
    'an answer that breaks off leaves a refresh token as it was': ['{ status = 500,', '{ status = 400,'],
  }),
  ...breaking('packages/sdk/src/core/redact.ts', OBSERVER, {
    'an API key in a query is logged': ['(?:api_key|access_token', '(?:access_token'],
    'an access token in a query is logged': ['api_key|access_token|token', 'api_key|token'],
    'a code in a query is logged': ['|code|', '|'],
    'the second credential of a query is logged': ['[^&#\\s)]*/gi', '[^&#\\s)]*/i'],
    'a credential whose name is in capitals is logged': ['[^&#\\s)]*/gi', '[^&#\\s)]*/g'],
    'an API key is logged whose header has no hyphen': ['access)-?key', 'access)-key'],
    'the access key of a gateway is logged': ['|access)-?key', ')-?key'],
    'a password is logged': ['secret|password|', 'secret|'],
  }),
  ...breaking('packages/sdk/src/core/send.ts', OBSERVER, {
    'hooks are told the seconds that an answer took': [
      'duration: performance.now() - start',
      'duration: (performance.now() - start) / 1_000',
    ],
    'the time of a hook counts as that of an answer': [
      '  await observer.request(request).catch(ofHook)\n  const start = performance.now()\n',
      '  const start = performance.now()\n  await observer.request(request).catch(ofHook)\n',
    ],
  }),
  ...breaking('packages/sdk/src/core/call.ts', ['packages/sdk/src/core/client.test.ts'], {
    'errors quote the query of their request': [String.raw`|\?.*$/g`, String.raw`|\?$/g`],
  }),
  ...breaking('packages/sdk/src/core/limits.ts', SEND, {
    'a limit that is longer than timers take is over at once': ['Math.min(time, LONGEST_TIMER)', 'time'],
  }),
  ...breaking('packages/sdk/src/core/wait.ts', ['packages/sdk/src/core/wait.test.ts'], {
    'who waits cannot say how often a record is read': ['? pollInterval :', '? 1_000 :'],
    'a service that asks to be read at once is waited for': ['seconds === undefined ?', '!seconds ?'],
  }),
  ...breaking('packages/sdk/src/core/download.ts', DOWNLOAD, {
    'a file may come coded, so that it cannot be resumed': [", 'accept-encoding': 'identity'", ''],
    'pieces of a download have the timeout of the client': [
      'client.limitsOf({ timeout, maxRetries })',
      'client.limitsOf({ maxRetries })',
    ],
    'a download is without the headers of its caller': [', ...range, ...options.headers }', ', ...range }'],
  }),
  ...breaking('packages/sdk/src/core/byte-source.ts', DOWNLOAD, {
    'bytes at hand are not of the size of a file': ['from + Number(length)', 'Number(length)'],
    'a signal that was aborted meanwhile leaves a connection open': ['    if (signal?.aborted) abort()\n', ''],
    'a download that drops is asked for at once, again and again': [
      'sleep(delayBefore(this.#drops, error), signal)',
      'sleep(0, signal)',
    ],
  }),
  ...breaking('packages/sdk/src/webhooks/headers.ts', VERIFY, {
    'the first of several header lines alone has signatures': ["value.join(' ')", 'value[0]'],
    'header lines that a server has joined have no signatures': [
      String.raw`.match(/[^\s,]+(,[^\s,]+)?/g)!`,
      String.raw`.match(/\S+/g)!`,
    ],
  }),
  ...breaking('packages/sdk/src/webhooks/sign.ts', VERIFY, {
    'a delivery is signed for 1970': ['timestamp = new Date(), secret', 'timestamp = new Date(0), secret'],
  }),
  ...breaking('packages/sdk/src/realtime/subscribe.ts', SUBSCRIBE, {
    'nobody waits for who is told a notice': ['return onNotice?.(notice)', 'return void onNotice?.(notice)'],
  }),
  ...breaking('packages/sdk/src/realtime/event-source.ts', SUBSCRIBE, {
    'what a service hinted is forgotten with its connection': ['retry = stream.retry ?? retry', 'retry = stream.retry'],
    'a sign of life counts as an event, so that waits do not grow': [
      "if (frames.some(({ data }) => data !== '')) losses = 0",
      'if (frames.length > 0) losses = 0',
    ],
  }),
  ...breaking('packages/generator/src/schema/records.ts', GENERATED, {
    'a text is an import of a client': [String.raw`|"(?:\\.|[^"\\])*"`, ''],
    'a member is an import of a client': [String.raw`|[\w$]+(?=\??:)`, ''],
  }),
  ...breaking('packages/generator/src/client/operation.ts', ['packages/generator/src/client/path-type.test.ts'], {
    'a client waits for a record that may not say where it is': ['required.includes(member) && ', ''],
  }),
  ...breaking('packages/create/src/resource/schema-names.ts', ['packages/create/src/resource/add-resource.test.ts'], {
    'a resource takes the name of a page of another': ['`${record}Page`, ', ''],
  }),
]
