import { json, problem, scriptedFetch } from '@roster/test/scripted-fetch'
import { describe, expect, test, vi } from 'vitest'
import { subscribe } from '../realtime.ts'
import { Roster } from '../roster.ts'
import { VERSION } from '../version.ts'
import type { ClientOptions } from './options.ts'

const user = { id: 'usr_1' }
const misuse = (options: unknown) => () => new Roster(options as ClientOptions)
const error = (message: RegExp) =>
  expect.objectContaining({ name: 'RosterError', message: expect.stringMatching(message) })

describe('options that cannot be used are refused, with what to change', () => {
  test.each([
    [{}, /There is no credential\. Pass one of apiKey, accessToken, clientCredentials, refreshToken/],
    [{ apiKey: undefined }, /`apiKey` is undefined: is the environment variable it comes from set\?/],
    [{ apiKey: 'a', accessToken: 'b' }, /more than one credential: apiKey and accessToken/],
    [{ apiKey: '' }, /`apiKey` is no text, or empty/],
    [{ apiKey: 'rk_secret\n' }, /`apiKey` holds white space.+Trim it/],
    [{ apiKey: 'a', baseUrl: 'roster.example.com' }, /`baseUrl` is no http or https address/],
    [{ apiKey: 'a', baseUrl: 'ftp://roster.example.com' }, /`baseUrl` is no http or https address/],
    [{ apiKey: 'a', baseUrl: 'https://ada:pw@roster.example.com' }, /`baseUrl` holds a user name/],
    [{ apiKey: 'a', baseUrl: 'localhost:3000' }, /`baseUrl` is no http or https address\. Write it in full: https:/],
    [undefined, /options of the client are no object\. Write: new Roster\(\{ apiKey \}\)/],
    ['rk_secret', /options of the client are no object/],
    [{ refreshToken: { clientId: 'a', refreshToken: 'b' } }, /`refreshToken\.onRotate` is no function\. Pass one/],
    [{ clientCredentials: { clientSecret: 'b' } }, /`clientCredentials\.clientId` is no text, or empty/],
    [{ apiKey: 'a', timeout: -1 }, /`timeout` is -1/],
    [{ apiKey: 'a', maxRetries: 1.5 }, /`maxRetries` is 1\.5\. Pass a whole number\./],
    [{ apiKey: 'a', maxRetries: Number.NaN }, /`maxRetries` is NaN/],
    [{ apiKey: 'a', logLevel: 'verbose' }, /`logLevel` is "verbose"/],
    [
      { clientCredentials: { clientId: 'a', clientSecret: 'b', scope: ['c'] } },
      /`clientCredentials\.scope` is no text/,
    ],
    [{ apiKey: 'a', fetch: 5 }, /`fetch` is no function/],
    [{ apiKey: 'a', onRetry: 5 }, /`onRetry` is no function/],
    [{ apiKey: 'a', logger: { error() {} } }, /`logger` has no function `warn`/],
    [{ apiKey: 'a', headers: new Headers({ a: 'b' }) }, /`headers` is no plain object/],
    [{ apiKey: 'a', headers: [['a', 'b']] }, /`headers` is no plain object/],
    [{ apiKey: 'a', headers: 'a: b' }, /`headers` is no plain object/],
    [{ apiKey: 'a', headers: { 'a b': 'c' } }, /The header "a b" cannot be sent/],
    [{ apiKey: 'a', headers: { a: 'rk_\nsecret' } }, /The header "a" cannot be sent/],
    [{ refreshToken: { refreshToken: 'b', onRotate() {} } }, /`refreshToken\.clientId` is no text, or empty/],
    [
      { clientCredentials: { clientId: 'a', clientSecret: 'b', tokenUrl: 'token' } },
      /`tokenUrl` is no http or https address/,
    ],
  ])('%o', (options, message) => {
    expect(misuse(options)).toThrow(error(message))
  })

  test('and no message quotes a secret', () => {
    for (const options of [
      'rk_secret',
      { apiKey: 'rk_secret\n' },
      { baseUrl: 'https://ada:rk_secret@x.example', apiKey: 'a' },
    ])
      expect(misuse(options)).not.toThrow(/rk_secret/)
  })
})

test.each([
  ['', '""'],
  ['.', '"."'],
  ['..', '".."'],
  [undefined, 'undefined'],
  ['\ud800', String.raw`"\\ud800"`],
])('the identifier %o is refused, and nothing is sent', async (id, shown) => {
  const { fetch, sent } = scriptedFetch()
  const roster = new Roster({ apiKey: 'key', fetch })
  await expect(roster.orders.get('usr_1', id as string)).rejects.toEqual(error(new RegExp(`^order_id is ${shown}, `)))
  expect(sent).toEqual([])
})

test.each([
  [{ headers: { 'x a': 'b' } }, /^The header "x a" cannot be sent/],
  [{ headers: { 'x-a': 'secret\r\nx: y' } }, /^The header "x-a" cannot be sent/],
  [{ headers: { 'x-a': 'ж' } }, /^The header "x-a" cannot be sent/],
  [{ headers: { 'x-a': 5 } }, /^The header "x-a" cannot be sent/],
  [{ headers: new Headers() }, /`headers` is no plain object/],
  [{ ifNoneMatch: 'ж' }, /^The header "if-none-match" cannot be sent/],
  [{ signal: {} }, /`signal` is no AbortSignal/],
  [{ timeout: -1 }, /`timeout` is -1/],
  [null, /The options of GET \/v1\/users\/\{user_id\} are no object/],
  ['key', /The options of GET \/v1\/users\/\{user_id\} are no object/],
])('the options %o are refused, and nothing is sent', async (options, message) => {
  const { fetch, sent } = scriptedFetch()
  const call = new Roster({ apiKey: 'key', fetch }).users.get('usr_1', options as never)
  await expect(call).rejects.toEqual(error(message))
  await expect(call).rejects.not.toThrow(/secret/)
  expect(sent).toEqual([])
})

test.each(['v1/me', '.evil.example/me', '@evil.example', '', undefined])(
  'the path %j is refused, so that no credential goes to another host',
  async (path) => {
    const { fetch, sent } = scriptedFetch()
    const roster = new Roster({ apiKey: 'key', baseUrl: 'https://roster.example.com', fetch })
    await expect(roster.request('GET', path as never)).rejects.toEqual(error(/^The path is .+ \/v1\/users\.$/))
    expect(sent).toEqual([])
  },
)

test.each([-1, 1.5, Number.NaN, Infinity, '5'])('a download does not begin at byte %o', async (resumeFrom) => {
  const { fetch, sent } = scriptedFetch()
  const download = new Roster({ apiKey: 'key', fetch }).exports.download('exp_1', { resumeFrom: resumeFrom as number })
  await expect(download).rejects.toEqual(error(/^`resumeFrom` is /))
  expect(sent).toEqual([])
})

test('a query and a body that no text can be made of are refused', async () => {
  const { fetch, sent } = scriptedFetch()
  const roster = new Roster({ apiKey: 'key', fetch })
  await expect(roster.users.list({ search: '\ud800' })).rejects.toEqual(
    error(/^The parameter search is no well-formed text/),
  )
  const circle: Record<string, unknown> = {}
  circle['circle'] = circle
  await expect(roster.users.create(circle as never)).rejects.toEqual(
    error(/^The body of POST \/v1\/users cannot be sent as JSON/),
  )
  expect(sent).toEqual([])
})

test.each(['GET', 'HEAD'] as const)('a body is not sent with %s, and nothing is tried', async (method) => {
  const { fetch, sent } = scriptedFetch()
  const request = new Roster({ apiKey: 'key', fetch }).request(method, '/v1/me', { body: {} })
  await expect(request).rejects.toEqual(error(/^(GET|HEAD) \/v1\/me takes no body\. /))
  expect(sent).toEqual([])
})

test.each([undefined, {}])('what `fetch` answers must be a response: %j', async (answer) => {
  const roster = new Roster({ apiKey: 'key', fetch: async () => answer as never })
  await expect(roster.me.get()).rejects.toEqual(error(/^GET \/v1\/me got no Response from `fetch`/))
})

test('a success without the body that it should have is an error', async () => {
  const answering = (body: string | null, status: number) =>
    new Roster({ apiKey: 'key', fetch: async () => new Response(body, { status }) })
  await expect(answering('', 200).me.get()).rejects.toEqual(error(/answered 200 with a body that is no JSON/))
  expect(await answering(null, 204).users.delete('usr_1')).toBeUndefined()
  expect(await answering('', 202).request('POST', '/v1/nudges')).toBeUndefined()
  expect(await answering('', 200).request('HEAD', '/v1/me')).toBeUndefined()
})

test.each([[{ error: { code: 'bad' }, detail: ['No.'], errors: { name: 'No.' } }], [['No.']], ['No.'], [null]])(
  'an error of something between client and service has no member of another form: %j',
  async (body) => {
    const { fetch } = scriptedFetch(json(404, body))
    const call = new Roster({ apiKey: 'key', fetch }).users.get('usr_1')
    await expect(call).rejects.toMatchObject({
      message: '404 (GET /v1/users/usr_1)',
      detail: undefined,
      errors: [],
    })
  },
)

/** An answer whose body breaks off. */
const broken = (status: number) =>
  new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) }), { status })

test('an error whose body breaks off has its status, by which a credential is renewed', async () => {
  const { fetch, sent } = scriptedFetch(broken(401), broken(404))
  const roster = new Roster({ accessToken: () => `token-${sent.length}`, fetch, maxRetries: 0, logLevel: 'off' })
  await expect(roster.users.get('usr_1')).rejects.toMatchObject({ name: 'NotFoundError', status: 404 })
  expect(sent).toHaveLength(2)
})

test('a record that has not changed is null', async () => {
  const { fetch, sent } = scriptedFetch(json(304, null, { 'x-request-id': 'req_1' }))
  const call = new Roster({ apiKey: 'key', fetch }).users.get('usr_1', { ifNoneMatch: '"a"' })
  expect(await call.withResponse()).toMatchObject({ data: null, requestId: 'req_1' })
  expect(sent[0]!.headers.get('if-none-match')).toBe('"a"')
})

test.each([
  ['https://user:secret@elsewhere.example.com/a@b?code=secret#secret', 'https://elsewhere.example.com/a@b'],
  ['//user:secret@elsewhere.example.com', '//elsewhere.example.com'],
  ['/v2//users@a', '/v2//users@a'],
  [String.raw`https:/\user:secret@elsewhere.example.com`, String.raw`https:/\elsewhere.example.com`],
  ['HTTPS:user:secret@elsewhere.example.com', 'HTTPS:elsewhere.example.com'],
])('the error for a redirect to %s shows no credential', async (location, shown) => {
  const { fetch } = scriptedFetch(new Response(null, { status: 302, headers: { location } }))
  await expect(new Roster({ apiKey: 'key', fetch }).users.get('usr_1')).rejects.toThrow(`was redirected to ${shown}. `)
})

test('a body that is of no use is not waited for', async () => {
  const cancel = vi.fn<() => void>()
  const body = () => new ReadableStream({ cancel })
  const headers = { location: 'https://elsewhere.example.com' }
  const { fetch } = scriptedFetch(new Response(body(), { status: 302, headers }), new Response(body()))
  const roster = new Roster({ apiKey: 'key', fetch })
  await expect(roster.users.get('usr_1')).rejects.toThrow('was redirected')
  await expect(subscribe(roster).next()).rejects.toThrow('no event stream')
  expect(cancel).toHaveBeenCalledTimes(2)
})

describe('a request', () => {
  const sentBy = async (options: Partial<ClientOptions>, call: (roster: Roster) => Promise<unknown>) => {
    const { fetch, sent } = scriptedFetch(json(200, user))
    await call(new Roster({ apiKey: 'key', fetch, ...options }))
    return { ...sent[0]!, headers: Object.fromEntries(sent[0]!.headers) }
  }

  test('has the credential, and what it sends and takes', async () => {
    const sent = await sentBy({}, (roster) =>
      roster.users.update('usr_1', { name: 'Ada' }, { idempotencyKey: 'k', ifMatch: '"1"' }),
    )
    expect(sent).toEqual({
      method: 'PATCH',
      url: 'http://localhost:3000/v1/users/usr_1',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'idempotency-key': 'k',
        'if-match': '"1"',
        'user-agent': `roster-sdk/${VERSION}`,
        'x-api-key': 'key',
      },
      body: '{"name":"Ada"}',
      redirect: 'manual',
      credentials: 'omit',
    })
  })

  test.each(['https://example.com/roster', 'https://example.com/roster//'])(
    'goes below a base URL with a path, with its query encoded: %s',
    async (baseUrl) => {
      const { url } = await sentBy({ baseUrl }, (roster) =>
        roster.users.list({ search: 'Zoë & co', limit: 1 }).catch(() => {}),
      )
      expect(url).toBe('https://example.com/roster/v1/users?search=Zo%C3%AB%20%26%20co&limit=1&cursor=')
    },
  )

  test('has the headers of the client, which those of the call replace or leave out', async () => {
    const headers = { 'x-one': '1', 'X-Two': '2', 'user-agent': 'mine', accept: 'application/json;version=1' }
    const sent = await sentBy({ headers }, (roster) =>
      roster.me.get({ headers: { 'X-One': 'new', 'x-two': undefined } }),
    )
    expect(sent.headers).toEqual({
      accept: 'application/json;version=1',
      'user-agent': 'mine',
      'x-api-key': 'key',
      'x-one': 'new',
    })
  })

  test('leaves out a header that is null, as programs without types say it', async () => {
    const headers = { 'user-agent': null } as never
    const sent = await sentBy({ headers }, (roster) => roster.me.get({ headers: { accept: null } as never }))
    expect(sent.headers).toEqual({ 'x-api-key': 'key' })
  })

  test('to an operation without a method is sent in the same way', async () => {
    const page = (roster: Roster) => roster.request('GET', '/v1/users', { query: { page: 2, fields: ['id', 'name'] } })
    expect(await sentBy({}, page)).toMatchObject({ url: 'http://localhost:3000/v1/users?page=2&fields=id%2Cname' })
  })
})

test('an answer comes with its response and the identifier of its request', async () => {
  const { fetch } = scriptedFetch(json(200, user, { 'x-request-id': 'req_7', etag: '"1"' }))
  const { data, response, requestId } = await new Roster({ apiKey: 'key', fetch }).users.get('usr_1').withResponse()
  expect([data, response.headers.get('etag'), requestId]).toEqual([user, '"1"', 'req_7'])
})

test('an error that is taken with its response leaves no rejection behind', async () => {
  const { fetch } = scriptedFetch(problem(404, 'not-found'))
  await expect(new Roster({ apiKey: 'key', fetch }).users.get('usr_1').withResponse()).rejects.toMatchObject({
    name: 'NotFoundError',
    requestId: 'req_1',
    message: '404 not-found: This is not-found. (GET /v1/users/usr_1)',
  })
})

test('an error names its request without the query, which can hold a credential', async () => {
  const { fetch } = scriptedFetch(problem(404, 'not-found'))
  const call = new Roster({ apiKey: 'key', fetch }).request('GET', '/v1/users', { query: { api_key: 's3cret' } })
  await expect(call).rejects.toThrow(/^404 not-found: This is not-found\. \(GET \/v1\/users\)$/)
})

test('the global `fetch` is that of the time of a request, as test tools replace it', async () => {
  const roster = new Roster({ apiKey: 'key' })
  vi.stubGlobal('fetch', scriptedFetch(json(200, user)).fetch)
  expect(await roster.users.get('usr_1').finally(() => vi.unstubAllGlobals())).toEqual(user)
})

test('a client does not show its credential', async () => {
  const { inspect } = await import('node:util')
  expect(inspect(new Roster({ apiKey: 'rk_secret' }), { depth: 9, showHidden: true })).not.toContain('rk_secret')
})
