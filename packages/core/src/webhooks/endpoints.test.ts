import { eventsOf } from '@roster/test/events'
import { type Call, faultsOf, over, PROTOCOLS } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sequenceAll } from '../event-log/events.fixture.ts'

const DAY = 24 * 60 * 60 * 1_000
const MISSING = 'whe_01KAJQ7W5M8XV2R4T6Y9B3D501'
const URL = 'https://hooks.example.com/roster'
const OPERATIONS = ['get', 'update', 'delete', 'test', 'rotateSecret', 'deliveries', 'redeliver', 'recover']

describe.each(PROTOCOLS)('webhook endpoints over %s', (protocol) => {
  let service: Service
  let admin: Call
  beforeAll(async () => {
    service = await startService()
    admin = over(protocol, service.admin)
  })
  afterAll(() => service.stop())

  const create = async (members: object = {}) =>
    (await admin('webhookEndpoints.create', { url: URL, events: ['user.created'], ...members })).body
  const call = (name: string, endpoint_id: string, members: object = {}) =>
    admin(`webhookEndpoints.${name}`, { endpoint_id, ...(name === 'recover' && since()), ...members })
  const since = () => ({ since: new Date(service.clock.now()).toISOString() })

  describe('create', () => {
    test('answers 201 with the endpoint and its secret, of 32 bytes, and leaves no event', async () => {
      let answer: any
      const input = { url: URL, events: ['order.created', '*', 'order.created'], description: '  Mailing ' }
      const events = await eventsOf(service, async () => (answer = await admin('webhookEndpoints.create', input)))
      const now = new Date(service.clock.now()).toISOString()
      expect(answer).toEqual({
        status: 201,
        body: {
          id: expect.toBeId('whe'),
          url: URL,
          events: ['order.created', '*'],
          description: 'Mailing',
          status: 'enabled',
          disabled_reason: null,
          created_by: { type: 'api_key', id: expect.toBeId('key') },
          created_at: now,
          updated_at: now,
          secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
        },
      })
      expect(events).toEqual([])
    })

    test('asks for all events unless some are named', async () => {
      const { body } = await admin('webhookEndpoints.create', { url: URL })
      expect(body).toMatchObject({ events: ['*'], description: null })
    })

    test('the secret is kept sealed', async () => {
      const { id, secret } = await create()
      const [row] = await service.database.query<object>({ text: 'select * from webhook_endpoints where id = $1' }, [
        id,
      ])
      expect(JSON.stringify(row)).not.toContain(secret.slice(6, 20))
    })

    test.each([
      'https://example.com',
      'https://xn--bcher-kva.example:8443/caf%C3%A9?a=1&b=%2f#x',
      "https://example.com/a;b=c,(d)/@e:f!$&'*+~_-./?[]",
    ])('the address %s is kept as it is', async (url) => {
      expect(await create({ url })).toMatchObject({ url })
    })

    test.each([
      ['no url', {}, ['url required']],
      ['a text that is no address', { url: 'example.com/hook' }, ['url invalid-url']],
      ['white space around it', { url: ' https://example.com/hook' }, ['url invalid-url']],
      ['a line break in it', { url: 'https://example.com/\nhook' }, ['url invalid-url']],
      ['a back slash for a host', { url: 'https:\\\\example.com' }, ['url invalid-url']],
      ['three slashes', { url: 'https:///example.com' }, ['url invalid-url']],
      ['no slashes', { url: 'https:example.com' }, ['url invalid-url']],
      ['half a character', { url: 'https://example.com/\ud800' }, ['url invalid-url']],
      ['a letter that is not ASCII', { url: 'https://example.com/é' }, ['url invalid-url']],
      ['a letter that nobody sees', { url: 'https://exam\u00adple.com/' }, ['url invalid-url']],
      ['a space without a width', { url: 'https://example.com/a\u200bb' }, ['url invalid-url']],
      ['a character that no URI has', { url: 'https://example.com/{id}' }, ['url invalid-url']],
      ['a per cent sign by itself', { url: 'https://example.com/100%' }, ['url invalid-url']],
      ['port 0', { url: 'https://example.com:0/' }, ['url invalid-url']],
      ['another scheme', { url: 'ftp://example.com' }, ['url invalid-url']],
      ['credentials', { url: 'https://ada:pw@example.com' }, ['url invalid-url']],
      ['a password alone', { url: 'https://:pw@example.com' }, ['url invalid-url']],
      ['plain http', { url: 'http://example.com' }, ['url forbidden-address']],
      ['a private address', { url: 'https://192.168.1.1/' }, ['url forbidden-address']],
      ['a name of a private address', { url: 'https://private.example/' }, ['url forbidden-address']],
      ['an unknown event', { url: URL, events: ['user.exploded'] }, ['events.0 invalid-value']],
      ['no event', { url: URL, events: [] }, ['events too-small']],
      ['a status', { url: URL, status: 'enabled' }, ['status unknown-member']],
      ['a secret', { url: URL, secret: 'whsec_x' }, ['secret unknown-member']],
    ])('%s: 422', async (_what, input, faults) => {
      const answer = await admin('webhookEndpoints.create', input)
      expect(answer).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
      expect(faultsOf(answer)).toEqual(faults)
    })
  })

  describe('update', () => {
    test('changes what is sent, and nothing else', async () => {
      const { secret: _, ...endpoint } = await create({ description: 'Mailing' })
      service.clock.advance(1_000)
      const answer = await call('update', endpoint.id, { events: ['*'], description: null })
      const updated_at = new Date(service.clock.now()).toISOString()
      const changed = { ...endpoint, events: ['*'], description: null, updated_at }
      expect(answer).toEqual({ status: 200, body: changed })
      expect(await call('get', endpoint.id)).toEqual({ status: 200, body: changed })
    })

    test('disables and enables', async () => {
      const { id } = await create()
      const disabled = await call('update', id, { status: 'disabled' })
      expect(disabled.body).toMatchObject({ status: 'disabled', disabled_reason: 'requested' })
      const enabled = await call('update', id, { status: 'enabled' })
      expect(enabled.body).toMatchObject({ status: 'enabled', disabled_reason: null })
    })

    test('what changes nothing leaves the time of the last change', async () => {
      const { secret: _, ...endpoint } = await create()
      service.clock.advance(1_000)
      for (const members of [{}, { url: URL, events: ['user.created'], status: 'enabled' }])
        expect(await call('update', endpoint.id, members)).toEqual({ status: 200, body: endpoint })
    })

    test('an address that has become forbidden is kept while others are refused', async () => {
      const { secret: _, ...endpoint } = await create()
      const url = 'https://private.example/'
      await service.database.query({ text: 'update webhook_endpoints set url = $1 where id = $2' }, [url, endpoint.id])
      expect(await call('update', endpoint.id, { url })).toEqual({ status: 200, body: { ...endpoint, url } })
      expect(await call('update', endpoint.id, { url: `${url}other` })).toMatchObject({ status: 422 })
    })

    test.each([
      ['an address that is forbidden', { url: 'https://[::ffff:10.0.0.1]/' }, ['url forbidden-address']],
      ['half a character', { url: 'https://example.com/\udfff' }, ['url invalid-url']],
      ['null for what is required', { url: null, events: null }, ['url invalid-type', 'events invalid-type']],
      ['what the service assigns', { disabled_reason: null }, ['disabled_reason unknown-member']],
    ])('%s: 422', async (_what, members, faults) => {
      const { id } = await create()
      const answer = await call('update', id, members)
      expect(answer).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
      expect(faultsOf(answer)).toEqual(faults)
    })
  })

  test('rotateSecret answers 200 with another secret of the same endpoint', async () => {
    const { secret: old, ...endpoint } = await create()
    service.clock.advance(1_000)
    const answer = await call('rotateSecret', endpoint.id)
    const changed = { ...endpoint, updated_at: new Date(service.clock.now()).toISOString() }
    expect(answer).toEqual({ status: 200, body: { ...changed, secret: expect.stringMatching(/^whsec_/) } })
    expect(answer.body.secret).not.toBe(old)
  })

  test('delete answers 204; the endpoint is 410 for 30 days, then 404, in no list, and its address and secrets are forgotten', async () => {
    const { id } = await create({ description: 'Mailing' })
    await call('rotateSecret', id)
    const [{ id: delivery_id }] = [(await call('test', id)).body]
    expect(await call('delete', id)).toEqual({ status: 204, body: undefined })
    const text = 'select url, description, secret, previous_secret from webhook_endpoints where id = $1'
    const [row] = await service.database.query({ text }, [id])
    expect(row).toEqual({ url: '', description: null, secret: '', previous_secret: null })
    const all = () =>
      Promise.all(OPERATIONS.map((name) => call(name, id, { ...(name === 'redeliver' && { delivery_id }) })))
    service.clock.advance(30 * DAY)
    for (const answer of await all()) expect(answer).toMatchObject({ status: 410, body: { code: 'gone' } })
    service.clock.advance(1)
    for (const answer of await all()) expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } })
    const { body } = await admin('webhookEndpoints.list', { limit: 100 })
    expect(body.data.map((endpoint: { id: string }) => endpoint.id)).not.toContain(id)
  })

  test('list answers endpoints without secrets, and the members that fields names', async () => {
    const { secret: _, ...endpoint } = await create({ description: 'Listed' })
    const { body } = await admin('webhookEndpoints.list', { limit: 100 })
    expect(body.data).toContainEqual(endpoint)
    const selected = await admin('webhookEndpoints.list', { fields: 'url', sort: 'id', limit: 1 })
    expect(selected.body.data).toEqual([{ id: expect.toBeId('whe'), url: URL }])
  })

  test.each(OPERATIONS)('%s of an unknown endpoint is 404', async (name) => {
    const more = { ...(name === 'redeliver' && { delivery_id: 'dlv_01KAJQ7W5M8XV2R4T6Y9B3D501' }) }
    for (const id of [MISSING, 'whe_x', 'usr_01KAJQ7W5M8XV2R4T6Y9B3D501'])
      expect(await call(name, id, more)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  })

  test.each(['list', 'create', ...OPERATIONS])('%s needs manage:webhooks', async (name) => {
    const caller = over(protocol, await service.caller({ scopes: ['read:events', 'manage:keys'] }))
    const input = { endpoint_id: MISSING, ...(name === 'redeliver' && { delivery_id: 'dlv_x' }) }
    expect(await caller(`webhookEndpoints.${name}`, input)).toMatchObject({
      status: 403,
      body: { code: 'insufficient-scope', detail: expect.stringContaining('manage:webhooks') },
    })
  })

  test.each(['test', 'redeliver', 'recover'])('%s of a disabled endpoint: 409', async (name) => {
    const { id } = await create()
    const { body } = await call('test', id)
    await sequenceAll(service.database)
    await call('update', id, { status: 'disabled' })
    const answer = await call(name, id, { ...(name === 'redeliver' && { delivery_id: body.id }) })
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
  })
})

test('answers with a secret are not to be stored by anybody', async () => {
  const service = await startService()
  const created = await service.admin.rest('POST /v1/webhook-endpoints', { url: URL })
  const rotated = await service.admin.rest(`POST /v1/webhook-endpoints/${created.body.id}/rotate-secret`)
  for (const { headers } of [created, rotated]) expect(headers['cache-control']).toBe('no-store')
  expect(created.headers['location']).toBe(`http://roster.test/v1/webhook-endpoints/${created.body.id}`)
  await service.stop()
})
