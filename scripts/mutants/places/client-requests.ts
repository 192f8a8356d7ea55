import { breaking, type Mutant } from '../mutant.ts'

const CORE = 'packages/sdk/src/core'
const URL = [`${CORE}/url.test.ts`]
const HEADERS = [`${CORE}/headers.test.ts`]
const ERRORS = [`${CORE}/api-errors.test.ts`]
const GRANTS = ['packages/sdk/src/credentials/grants.test.ts']
const RETRIES = [`${CORE}/send.test.ts`]
const TRACING = [`${CORE}/tracing.test.ts`]
const LIST = [`${CORE}/list.test.ts`]
const PAUSES = [`${CORE}/retries.test.ts`]
const VERIFY = ['test/sdk/webhooks.test.ts']
const CLIENT = [`${CORE}/client.test.ts`]
const OBSERVER = [`${CORE}/observer.test.ts`]
const TOKENS = ['packages/sdk/src/credentials/credentials.test.ts']
const TOKEN_CACHE = ['packages/sdk/src/credentials/token-cache.test.ts']
const REFUSED = ['packages/sdk/src/credentials/refused-credential.test.ts']

/** Mutants of the client SDK's requests, and of its handling of errors. */
export const clientRequests: Mutant[] = [
  ...breaking(`${CORE}/url.ts`, URL, {
    'a query is a part of the address of a service': [' || url.search || url.hash', ' || url.hash'],
    'a fragment is a part of the address of a service': [' || url.search || url.hash', ' || url.search'],
    'a password without a user name is a part of the address of a service': [
      'url.username || url.password ||',
      'url.username ||',
    ],
    'a number is sent with an exponent': [String.raw` && /^-?[\d.]+$/.test(String(id))`, ''],
    'nothing can be named by a truth value': ["typeof id === 'boolean' || isPlain(id)", 'isPlain(id)'],
    'an identifier leads to another path': ['return encodeURIComponent(text)', 'return text'],
    'nothing is sent as the text null': ['value !== undefined && value !== null', 'value !== undefined'],
  }),
  ...breaking(`${CORE}/headers.ts`, HEADERS, {
    'a page sends a header that services do not permit': ["'document' in globalThis || ", ''],
    'a worker sends a header that services do not permit': [" || 'importScripts' in globalThis", ''],
  }),
  ...breaking(`${CORE}/settings.ts`, [`${CORE}/client.test.ts`], {
    'a client keeps the global fetch that there was when it was made': [
      '((url, init) => globalThis.fetch(url, init))',
      'globalThis.fetch',
    ],
  }),
  ...breaking(`${CORE}/api-errors.ts`, ERRORS, {
    'an error that something in between answered names no request': [
      "body.request_id ?? response.headers.get('x-request-id') ?? undefined",
      'body.request_id',
    ],
    'an error that has a title alone says nothing': [
      'body.error_description ?? body.title ??',
      'body.error_description ??',
    ],
    'an error has no faults': ['this.errors = body.errors ?? []', 'this.errors = []'],
    'an error leads to no page that explains it': ['this.type = body.type', 'this.type = body.code'],
  }),
  ...breaking(`${CORE}/retries.ts`, RETRIES, {
    'a write that was begun in time, and is not known to be done, is sent again': [' || status === 408', ''],
  }),
  ...breaking(`${CORE}/retry-after.ts`, PAUSES, {
    'a date without a time zone is of that of the machine': ["header.replace(/ \\d{4}$/, '$& GMT')", 'header'],
  }),
  ...breaking(`${CORE}/send.ts`, OBSERVER, {
    'what a hook throws is taken for a failure of the attempt': [
      '      if (ofHooks.has(Object(error))) throw error\n',
      '',
    ],
  }),
  ...breaking(`${CORE}/send.ts`, RETRIES, {
    'what fetch throws at once is no error of the client': [
      'connected(sent(), name)',
      'connected(fetch(url, init), name)',
    ],
  }),
  ...breaking('packages/sdk/src/core/limits.ts', [`${CORE}/limits.test.ts`], {
    'a hook that aborts its call is waited for': [
      "      signal?.addEventListener('abort', abort)\n",
      "      queueMicrotask(() => signal?.addEventListener('abort', abort))\n",
    ],
  }),
  ...breaking('packages/sdk/src/webhooks/verify.ts', VERIFY, {
    'a receiver signs a body for each signature that a stranger makes up': [
      'const macs = await macsBy(keys, content)',
      'const macs = (await Promise.all(signatures.map(() => macsBy(keys, content)))).flat()',
    ],
  }),
  ...breaking('packages/sdk/src/webhooks/macs.ts', VERIFY, {
    'a signature may have more bytes': ['given.length ^ mac.length', '0'],
    'the last byte of a signature decides': ['difference | (byte', '(byte'],
  }),
  ...breaking(`${CORE}/tracing.ts`, TRACING, {
    'a span does not say the status by which it was refused': ['status < 400', 'status < 500'],
    'a service takes what nobody samples for sampled': ["traceFlags.toString(16).padStart(2, '0')", "'01'"],
  }),
  ...breaking(`${CORE}/list.ts`, LIST, {
    'a list that begins at no cursor comes by number': ["this.#start = start ?? ''", 'this.#start = start!'],
  }),
  ...breaking('packages/sdk/src/credentials/grants.ts', GRANTS, {
    'refresh tokens are spent at the service, wherever they are from': [
      '{ tokenUrl: url, form, authorization, isRepeatable: false }',
      '{ tokenUrl: undefined, form, authorization, isRepeatable: false }',
    ],
    'a confidential client spends refresh tokens as a public one': [
      'clientSecret === undefined ? undefined : basic(',
      "clientSecret !== '' ? undefined : basic(",
    ],
  }),
  ...breaking('packages/sdk/src/credentials/grants.ts', TOKENS, {
    'a refresh token that stays is handed over as the next one': [' && answer.refresh_token !== current', ''],
  }),
  ...breaking('packages/sdk/src/credentials/request-token.ts', GRANTS, {
    'tokens are asked for beside the base path of a service': [
      'settings.baseUrl + ROUTE',
      'new URL(ROUTE, settings.baseUrl).href',
    ],
    'who asks for a token says no name': ['headersOf(userAgent(settings.product), own)', 'headersOf(own)'],
    'headers for a service go to whoever gives tokens': [
      'headersOf(userAgent(settings.product), own)',
      'headersOf(userAgent(settings.product), own, settings.headers)',
    ],
  }),
  ...breaking('packages/sdk/src/credentials/token-cache.ts', GRANTS, {
    'a token with a short life is never used': ['life / 4', 'life'],
  }),
  ...breaking(`${CORE}/client.ts`, CLIENT, {
    'headers of a client do not replace those that it sends by itself': [
      'headersOf(userAgent(product), own, common, plain(options.headers))',
      'headersOf(userAgent(product), common, own, plain(options.headers))',
    ],
  }),
  ...breaking(`${CORE}/headers.ts`, CLIENT, {
    'a header that is null cannot be sent': ['layer[name] ?? undefined', 'layer[name]'],
  }),
  ...breaking(`${CORE}/settings.ts`, CLIENT, {
    'paths begin with two slashes where the base URL ends with two': [".replace(/\\/+$/, '')", ".replace(/\\/$/, '')"],
  }),
  ...breaking(`${CORE}/response.ts`, RETRIES, {
    'browsers show a redirect as an error without a status': ["type === 'opaqueredirect' || ", ''],
  }),
  ...breaking(`${CORE}/send.ts`, RETRIES, {
    'a loss takes the place of the cause of an error': ['error.cause ??= loss', 'error.cause = loss'],
  }),
  ...breaking(`${CORE}/send.ts`, [`${CORE}/limits.test.ts`], {
    'a hook that is told of a retry outlasts its call': [
      'await within(() => observer.retry({',
      'await (observer.retry({',
    ],
  }),
  ...breaking(`${CORE}/send.ts`, REFUSED, {
    'a password that was refused is sent again': [
      " && !error.headers.get('www-authenticate')?.startsWith('Session')",
      '',
    ],
  }),
  ...breaking(`${CORE}/retry-after.ts`, PAUSES, {
    'a date is held against the clock of another machine': [
      "Date.parse(headers.get('date') ?? '') || Date.now()",
      'Date.now()',
    ],
  }),
  ...breaking('packages/sdk/src/credentials/token-cache.ts', TOKEN_CACHE, {
    'a token is good for nothing while no other can be had': ['!token || !mayPass(error)', 'error'],
    'a token is used that an endpoint renews no more': ['!token || !mayPass(error)', '!token'],
  }),
  ...breaking('packages/sdk/src/credentials/grants.ts', REFUSED, {
    'a refresh token that was refused is sent with every call': ['    if (refusal) throw refusal\n', ''],
    'a refresh token is given up because something in between fails': [
      "error?.error === 'invalid_grant'",
      "error?.name === 'BadRequestError'",
    ],
    'who keeps a refresh token late keeps an old one': ['    if (given !== current) await keep()\n', ''],
  }),
  ...breaking('packages/generator/src/command/folder.ts', ['packages/generator/src/command/run.test.ts'], {
    'writing a client deletes files of the packages that it needs': [
      "entry.name === 'node_modules' ? [] : sourcesIn",
      "entry.name === '' ? [] : sourcesIn",
    ],
  }),
  ...breaking(
    'packages/sdk/src/credentials/call-credential.ts',
    ['packages/sdk/src/credentials/refused-credential.test.ts'],
    {
      'a refused credential is asked for without end': [
        'this.#value === undefined || this.#renewed !== undefined',
        'this.#value === undefined',
      ],
    },
  ),
  ...breaking('packages/sdk/src/core/byte-source.ts', ['packages/sdk/src/core/download.test.ts'], {
    'a long download gives up after a few interruptions': ['      this.#drops = 0\n', ''],
  }),
  ...breaking('packages/sdk/src/core/limits.ts', ['packages/sdk/src/core/limits.test.ts'], {
    'a request goes on after its time is over': ['    controller.abort(error)\n', ''],
  }),
  ...breaking('packages/sdk/src/core/observer.ts', ['packages/sdk/src/core/observer.test.ts'], {
    'a log shows the secrets of an address': ['`${method} ${redactedUrl(url)} (attempt', '`${method} ${url} (attempt'],
  }),
  ...breaking('packages/sdk/src/webhooks/content.ts', ['test/sdk/webhooks.test.ts'], {
    'a body within a larger buffer is verified with what is around it': [
      'new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength)',
      'new Uint8Array(rawBody.buffer)',
    ],
  }),
  ...breaking('packages/sdk/src/core/client.ts', ['packages/sdk/src/core/send.test.ts'], {
    'a change without its key is made twice': [
      "isRepeatable: !takesKey || 'idempotency-key' in headers",
      'isRepeatable: !takesKey || headers !== undefined',
    ],
  }),
]
