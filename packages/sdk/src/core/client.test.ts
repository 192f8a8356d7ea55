import { json, problem, scriptedFetch } from '@roster/test/scripted-fetch'
import { describe, expect, test } from 'vitest'
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
    [{ apiKey: 'a', timeout: -1 }, /`timeout` is -1/],
    [{ apiKey: 'a', maxRetries: Number.NaN }, /`maxRetries` is NaN/],
    [{ apiKey: 'a', logLevel: 'verbose' }, /`logLevel` is "verbose"/],
  ])('%o', (options, message) => {
    expect(misuse(options)).toThrow(error(message))
  })

  test('and no message quotes a secret', () => {
    for (const options of [{ apiKey: 'rk_secret\n' }, { baseUrl: 'https://ada:rk_secret@x.example', apiKey: 'a' }])
      expect(misuse(options)).not.toThrow(/rk_secret/)
  })
})

test.each([
  ['', '""'],
  ['.', '"."'],
  ['..', '".."'],
  [undefined, 'undefined'],
])('the identifier %o is refused, and nothing is sent', async (id, shown) => {
  const { fetch, sent } = scriptedFetch()
  const roster = new Roster({ apiKey: 'key', fetch })
  await expect(roster.orders.get('usr_1', id as string)).rejects.toEqual(error(new RegExp(`^order_id is ${shown}, `)))
  expect(sent).toEqual([])
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
    })
  })

  test('goes below a base URL with a path, with its query encoded', async () => {
    const baseUrl = 'https://example.com/roster/'
    const { url } = await sentBy({ baseUrl }, (roster) =>
      roster.users.list({ search: 'Zoë & co', limit: 1 }).catch(() => {}),
    )
    expect(url).toBe('https://example.com/roster/v1/users?search=Zo%C3%AB%20%26%20co&limit=1&cursor=')
  })

  test('has the headers of the client, which those of the call replace or leave out', async () => {
    const headers = { 'x-one': '1', 'X-Two': '2', 'user-agent': 'mine' }
    const sent = await sentBy({ headers }, (roster) =>
      roster.me.get({ headers: { 'X-One': 'new', 'x-two': undefined } }),
    )
    expect(sent.headers).toEqual({
      accept: 'application/json',
      'user-agent': 'mine',
      'x-api-key': 'key',
      'x-one': 'new',
    })
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

test('a client does not show its credential', async () => {
  const { inspect } = await import('node:util')
  expect(inspect(new Roster({ apiKey: 'rk_secret' }), { depth: 9, showHidden: true })).not.toContain('rk_secret')
})
