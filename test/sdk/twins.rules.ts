import { EXAMPLE_CLIENT, person, type Scenario } from '../support/world.ts'
import { MAKER_RULES } from './twins.makers.ts'
import { POWER_RULES } from './twins.power.ts'
import { SESSION_RULES } from './twins.sessions.ts'
import { TEXT_RULES } from './twins.texts.ts'
import { TOKEN_RULES } from './twins.tokens.ts'
import { WEBHOOK_RULES } from './twins.webhooks.ts'

const item = { sku: 'A', name: 'A', quantity: 1, unit_amount: 1 }

/** What the records keep to, by what it is about. */
export const RULES: Record<string, Scenario> = {
  async 'users: addresses, versions, what does not change, and the last administrator'(world) {
    const { id } = await world.make('/v1/users', person('Ada', 'admin'))
    const { id: other } = await world.make('/v1/users', person('Zoë'))
    const send = (request: string, body?: unknown) => world.send(request, body === undefined ? {} : { body })
    await send('POST /v1/users', { ...person('Ada'), email: 'ADA@EXAMPLE.com' })
    await send('POST /v1/users/batch', { users: [person('One'), person('Two'), person('One')] })
    await send('POST /v1/users/batch', { users: [person('New'), person('Ada'), person('NEW'), person('ada')] })
    await send('POST /v1/users/batch', { users: Array.from({ length: 102 }, () => person('Zoë')) })
    await send('POST /v1/users/batch', { users: [person('One'), { ...person('Two'), role: 'x', extra: 1 }] })
    await send('POST /v1/users/batch', { users: [person('One'), { ...person('Two'), status: 'invited' }] })
    const bad = (count: number) => Array.from({ length: count }, (_, index) => ({ name: index, role: 'x', extra: 1 }))
    await send('POST /v1/users/batch', { users: bad(1_000) })
    await send('POST /v1/users/batch', { users: bad(1_001) })
    await send('POST /v1/users', Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`m${index}`, index])))
    await send('POST /v1/users', { ...person('Ada'), ['x/'.repeat(200)]: 1, ['~'.repeat(200)]: 2 })
    await send(`GET /v1/users?${'a&'.repeat(200)}${'b'.repeat(300)}&limit=0`)
    const changes = [
      {},
      { name: 'Ada' },
      { name: '  Ada  ' },
      { version: 1, name: 'Ada King' },
      { version: 1, name: 'Ada' },
      { email: 'zoë@example.com' },
      { role: 'viewer' },
      { status: 'suspended' },
      { name: null },
    ]
    for (const body of changes) await send(`PATCH /v1/users/${id}`, body)
    await send(`PATCH /v1/users/${other}`, { status: 'suspended' })
    await send(`PATCH /v1/users/${other}`, { status: 'active', role: 'admin' })
    const replacement = { name: 'Ada', email: 'ada@example.com', role: 'viewer', id: other }
    await send(`PUT /v1/users/${id}`, { ...replacement, version: 9 })
    await send(`PUT /v1/users/${id}`, { ...replacement, created_at: 'x' })
    await send(`PUT /v1/users/${id}`, { ...replacement, id, email: 'zoë@example.com' })
    const { body: ada } = await send(`GET /v1/users/${id}`)
    await send(`PUT /v1/users/${id}`, ada)
    world.twin.clock.advance(1_500)
    await send(`PUT /v1/users/${id}`, { ...ada, name: 'Ada K.', status: undefined })
    await send(`DELETE /v1/users/${other}`)
    await send(`PUT /v1/users/${id}`, { name: 'Ada', email: 'ada@example.com', role: 'viewer' })
    await send(`DELETE /v1/users/${id}`)
    await send('PUT /v1/users/usr_01KAJQ7W5M8XV2R4T6Y9B3D599', person('X'))
  },

  async 'credentials: an empty header is none, and two are too many'(world) {
    for (const headers of [{ authorization: '' }, { 'x-api-key': '' }])
      for (const key of [null, world.twin.adminKey]) await world.send('GET /v1/me', { key, headers })
    const basic = { authorization: `Basic ${btoa(`${world.twin.adminKey}:`)}` }
    for (const more of [{}, { 'x-api-key': '' }])
      for (const key of [null, world.twin.adminKey])
        await world.send('GET /v1/me', { key, headers: { ...basic, ...more } })
  },

  async 'lists: pages, cursors, order, search and what a cursor is bound to'(world) {
    const names = ['Łódź', 'lodz', 'Émile', 'emile', '\u{1F600}', '\uffee', 'Zed', 'aa', 'AA', 'Straße', 'STRASSE']
    for (const [index, name] of names.entries()) {
      await world.make('/v1/users', { ...person(`u${index}`, index % 3 ? 'viewer' : 'admin'), name })
      world.twin.clock.advance(index % 2 ? 0 : 10)
    }
    const queries = [
      ['sort=name&order=asc', 'sort=name', 'sort=email', 'sort=id&order=asc', 'limit=4&page=2', 'limit=4&page=9'],
      [
        'role=admin&limit=2',
        'search=LODZ',
        'search=emile%20u2',
        'search=strasse',
        'search=%25_',
        'search=%C2%B4%C2%B4',
      ],
      ['search=%CC%81%20%CC%81', 'status=invited'],
      [
        'fields=name,email&limit=2',
        'page=1&cursor=',
        'limit=0',
        'limit=101&page=0&sort=x',
        'cursor=nonsense',
        'search=a',
      ],
    ]
    for (const query of queries.flat()) await world.send(`GET /v1/users?${query}`)
    const walk = async (query: string) => {
      let cursor: string | null = ''
      while (cursor !== null) cursor = (await world.send(`GET /v1/users?${query}&cursor=${cursor}`)).body.next_cursor
    }
    await walk('limit=4&sort=name&order=asc')
    await walk('limit=5&role=viewer&fields=name')
    const { body } = await world.send('GET /v1/users?limit=2&cursor=')
    const cursor = String(body.next_cursor)
    await world.send(`GET /v1/users?limit=3&fields=id&cursor=${cursor}`)
    await world.send(`GET /v1/users?order=asc&cursor=${cursor}`)
    await world.send(`GET /v1/users?role=admin&cursor=${cursor}`)
    await world.send(`GET /v1/users?cursor=${cursor.slice(0, -3)}AAA`)
    await world.send(`GET /v1/users?cursor=${cursor}`, { key: await world.keyWith(['read:users']) })
    world.twin.clock.advance(25 * 60 * 60 * 1_000)
    await world.send(`GET /v1/users?cursor=${cursor}`)
  },

  async 'orders: every move, totals, and the orders of a deleted user'(world) {
    await world.fill()
    const path = `/v1/users/${world.ids['user_id']}/orders`
    const statuses = ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded']
    const delivered = ['paid', 'shipped', 'delivered']
    for (const way of [[], ['paid'], ['paid', 'shipped'], delivered, ['cancelled'], ['paid', 'refunded']]) {
      for (const status of statuses) {
        const { id } = await world.make(path, { currency: 'EUR', items: [item] })
        for (const step of [...way, status]) await world.send(`PATCH ${path}/${id}`, { body: { status: step } })
      }
    }
    await world.send(`PATCH ${path}/${world.ids['order_id']}`, { body: {} })
    await world.send(`PATCH ${path}/${world.ids['order_id']}`, { body: { status: 'paid', version: 3 } })
    const huge = { ...item, quantity: 10_000, unit_amount: 99_999_999_999 }
    await world.send(`POST ${path}`, { body: { currency: 'EUR', items: Array.from({ length: 10 }, () => huge) } })
    await world.send(`POST ${path}`, { body: { currency: 'XXY', items: [{ ...item, quantity: 0, sku: '' }] } })
    for (const query of ['status=paid&limit=3', 'sort=total_amount&order=asc&limit=2&cursor=', 'sort=number&limit=2'])
      await world.send(`GET ${path}?${query}`)
    await world.send(`DELETE /v1/users/${world.ids['user_id']}`)
    for (const request of [`GET ${path}?limit=2`, `GET ${path}/${world.ids['order_id']}`]) await world.send(request)
    await world.send(`POST ${path}`, { body: { currency: 'EUR', items: [item] } })
  },

  async 'keys: what they grant, when they end, and how they rotate'(world) {
    await world.fill()
    const viewer = await world.viewer()
    const create = (more: object, key = world.twin.adminKey) =>
      world.send('POST /v1/api-keys', { key, body: { name: 'Key', scopes: ['read:users'], ...more } })
    await create({})
    await create({ user_id: 'usr_x' })
    await create({ user_id: viewer.id, scopes: ['read:users', 'write:users', 'read:users'] })
    await create({ user_id: viewer.id, role: 'admin' })
    await create({ role: 'admin', expires_at: '2026-11-21T09:00:00+01:00' })
    const few = await world.keyWith(['manage:keys'])
    await create({ role: 'admin', scopes: ['manage:keys', 'read:users'] }, few)
    const { body } = await create({ role: 'admin', expires_at: '2026-11-21T11:30:30+01:00' })
    await world.send('GET /v1/me', { key: body.secret })
    const { body: rotated } = await world.send(`POST /v1/api-keys/${body.id}/rotate`)
    const { body: again } = await world.send(`POST /v1/api-keys/${body.id}/rotate`)
    for (const { secret } of [body, rotated, again]) await world.send('GET /v1/me', { key: secret })
    world.twin.clock.advance(60 * 60 * 1_000 + 31_000)
    await world.send('GET /v1/me', { key: again.secret })
    await world.send('GET /v1/me', { key: viewer.key })
    await world.send(`PATCH /v1/users/${viewer.id}`, { body: { status: 'suspended' } })
    await world.send('GET /v1/me', { key: viewer.key })
    await world.send(`POST /v1/api-keys/${world.ids['key_id']}/rotate`, { key: few })
    await world.send('GET /v1/api-keys?sort=name&order=asc&fields=name,role&limit=3')
  },

  async 'a viewer sees its own and nothing else'(world) {
    await world.fill()
    const { id, key } = await world.viewer()
    const { user_id: ada, export_id } = world.ids
    const order = await world.make(`/v1/users/${id}/orders`, { currency: 'EUR', items: [item] })
    const paths = ['users', `users/${ada}`, `users/${id}`, `users/${id}/orders`, `users/${ada}/orders`, 'me', 'events']
    const requests = [...paths, `exports/${export_id}`, `users/${id}/orders/${order['id']}`].map(
      (path) => `GET /v1/${path}`,
    )
    for (const request of requests) await world.send(request, { key })
    const filter = { search: 'viewer' }
    const { body } = await world.send('POST /v1/exports', { key, body: { format: 'ndjson', filter } })
    await world.send(`GET /v1/exports/${body.id}/file`, { key })
    await world.twin.makeExports()
    await world.send(`GET /v1/exports/${body.id}`, { key })
    await world.send(`GET /v1/exports/${body.id}/file`, { key })
    await world.send(`DELETE /v1/users/${id}`)
    for (const request of requests) await world.send(request, { key })
  },

  async 'OAuth clients: settings that fit together'(world) {
    const create = (more: object, key = world.twin.adminKey) =>
      world.send('POST /v1/oauth-clients', { key, body: { ...EXAMPLE_CLIENT, ...more } })
    const [post, tls, signed] = ['client_secret_post', 'tls_client_auth', 'self_signed_tls_client_auth']
    await create({ type: 'public' })
    await create({ type: 'public', token_endpoint_auth_method: post, grant_types: ['client_credentials'] })
    await create({ grant_types: ['refresh_token'], redirect_uris: [] })
    await create({
      redirect_uris: ['http://a.example', 'https://a.example/#x', 'https://b.example', 'https://b.example'],
    })
    await create({ scopes: ['openid', 'openid'], token_endpoint_auth_method: tls })
    for (const tls_client_auth_subject_dn of ['CN=a,O=b', 'CN= a', 'CN=a ', 'CN=#0', String.raw`CN=\ a\ `])
      await create({ token_endpoint_auth_method: tls, tls_client_auth_subject_dn })
    await create({ token_endpoint_auth_method: signed, tls_client_auth_subject_dn: 'nothing' })
    await create({ jwks: { keys: [{ kty: 'EC', x5c: ['MIIB'], d: 'secret' }] } })
    const { body } = await create({ type: 'public', token_endpoint_auth_method: 'none' })
    const path = `/v1/oauth-clients/${body.client_id}`
    const few = await world.keyWith(['manage:clients'])
    await world.send(`POST ${path}/rotate-secret`)
    await world.send(`PATCH ${path}`, { body: { scopes: ['write:users'] }, key: few })
    await world.send(`POST ${path}/rotate-secret`, { key: few })
    await create({}, few)
    await world.send(`PATCH ${path}`, { body: { name: body.name, scopes: body.scopes } })
  },

  ...WEBHOOK_RULES,

  ...MAKER_RULES,
  ...POWER_RULES,
  ...SESSION_RULES,
  ...TEXT_RULES,
  ...TOKEN_RULES,

  async 'events: one a change, in order, by name and after a cursor'(world) {
    await world.fill()
    await world.send(`PATCH /v1/users/${world.ids['user_id']}`, { body: { name: 'Ada' } })
    await world.send(`PATCH /v1/users/${world.ids['user_id']}`, { body: { status: 'suspended' } })
    await world.send(`DELETE /v1/api-keys/${world.ids['key_id']}`)
    const { body } = await world.send('GET /v1/events?limit=4')
    await world.send(`GET /v1/events?limit=4&after=${encodeURIComponent(body.next_cursor)}`)
    const queries = [
      'type=user.suspended,api_key.revoked',
      'types=export.succeeded',
      'type=user.created&types=user.created',
    ]
    for (const query of [...queries, 'type=x,', 'after=x', 'after=9:9', 'cursor='])
      await world.send(`GET /v1/events?${query}`)
    const key = await world.keyWith(['read:events'])
    for (const query of ['type=user.created&limit=0', 'types=user.created&after=9:9', 'type=x&limit=0', 'limit=0'])
      await world.send(`GET /v1/events?${query}`, { key })
  },

  async 'credentials: of every kind, in the query, and two at once'(world) {
    const { adminKey } = world.twin
    for (const authorization of ['ApiKey x', 'Digest x', 'DPoP x', 'Bearer', '', 'x']) {
      await world.send('GET /v1/me', { headers: { authorization } })
      await world.send('GET /v1/me', { key: null, headers: { authorization } })
    }
    for (const query of ['?api_key=x', '?limit=1&api%5Fkey=x', '?api_key=x&api_key=y', '?api_key=x&fields=&x=1']) {
      await world.send(`GET /v1/users${query}`)
      await world.send(`GET /v1/users${query}`, { key: null })
      await world.send(`GET /users${query}`)
      await world.send(`POST /v1/session${query}`, { key: null, body: { email: 'ada@example.com', password: 'x' } })
    }
    for (const cookie of ['roster_session=x', '__Host-roster_session=x'])
      for (const key of [adminKey, null]) await world.send('GET /v1/me', { key, headers: { cookie } })
  },

  async 'media ranges: every notation of what a client accepts'(world) {
    const version = ['', '1', '"1"', '01', '*'].map((value) => `application/json;version=${value}`)
    const quality = ['0', '0.0001', '1.5', 'x', ''].map((value) => `application/json;q=${value}`)
    const others = ['application/json;', '*/json', '*', 'json', 'application/*;q=0, */*', '*/*;q=0, application/json']
    for (const accept of [...version, ...quality, ...others, 'application/json;q=0, application/json'])
      await world.send('GET /v1/me', { headers: { accept } })
    const { body } = await world.send('POST /v1/exports', { body: { format: 'csv' } })
    await world.twin.makeExports()
    const csv = [
      'text/csv',
      'text/csv; header=present',
      'text/csv;header=absent',
      'text/csv;header=present;q=0, text/csv',
    ]
    for (const accept of csv) await world.send(`GET /v1/exports/${body.id}/file`, { headers: { accept } })
  },

  async 'what is at no path'(world) {
    const requests = [
      'GET /nothing',
      'GET /v1/nothing',
      'POST /v1',
      'OPTIONS /nothing',
      'OPTIONS /users',
      'OPTIONS /v1/users/',
      'GET /v1/users/x/y',
      'GET /v1/',
    ]
    for (const request of [...requests, 'GET /users?limit=1', 'PATCH /v1/users/batch', 'GET /v1/%ff'])
      await world.send(request)
    for (const query of ['version=1', 'version=2', 'version=1&version=1', 'version=1&version=2'])
      await world.send(`GET /v1/me?${query}`)
    await world.send('GET /v1/me', { headers: { 'x-request-id': 'my-id.1' } })
    await world.send('GET /v1/me', { headers: { 'x-request-id': 'not mine' } })
  },
}
