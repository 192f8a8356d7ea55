import { EXAMPLE_CLIENT, type Scenario, type World } from '../support/world.ts'

const ENDPOINT = { url: 'https://example.com/webhooks/roster' }
const KEY = { name: 'Key', role: 'admin', scopes: ['read:users'] }

/** More than one maker may have in `twins.ts`. */
const MANY = 21

const SCOPES = ['manage:keys', 'manage:clients', 'manage:webhooks', 'read:users', 'read:events']

/** Who made what, and how much of it one maker may have. */
export const MAKER_RULES: Record<string, Scenario> = {
  async 'makers: what each has made is found, and only that'(world) {
    const key = await world.keyWith(SCOPES)
    const { body: me } = await world.send('GET /v1/me', { key })
    const { body: admin } = await world.send('GET /v1/me')
    const made = [
      ['api-keys', KEY],
      ['oauth-clients', EXAMPLE_CLIENT],
      ['webhook-endpoints', ENDPOINT],
    ] as const
    for (const [path, body] of made) {
      await world.send(`POST /v1/${path}`, { key, body })
      const { body: second } = await world.send(`POST /v1/${path}`, { key, body })
      await world.send(`POST /v1/${path}`, { body })
      const makers = [me.principal.id, admin.principal.id, 'setup', 'usr_01KAJQ7W5M8XV2R4T6Y9B3D599', 'usr_', 'key']
      const list = (maker: string, query = '') => world.send(`GET /v1/${path}?created_by=${maker}${query}`)
      for (const maker of makers) await list(maker, '&order=asc')
      const { body: page } = await list(me.principal.id, '&limit=1&cursor=')
      for (const maker of [me.principal.id, admin.principal.id]) await list(maker, `&cursor=${page.next_cursor}`)
      await world.send(`DELETE /v1/${path}/${second.id ?? second.client_id}`)
      await list(me.principal.id, '&fields=created_by')
    }
  },

  async 'makers: what a user has made by its keys is found with the user, also once they are revoked'(world) {
    const eva = await world.make('/v1/users', { name: 'Eva', email: 'eva@example.com', role: 'admin' })
    const own = await world.make('/v1/api-keys', { name: 'Own', role: 'admin', scopes: SCOPES, user_id: eva['id'] })
    const [key, path] = [String(own['secret']), `?created_by=${eva['id']}`]
    await world.send('POST /v1/api-keys', { key, body: KEY })
    await world.send('POST /v1/oauth-clients', { key, body: EXAMPLE_CLIENT })
    await world.send('POST /v1/webhook-endpoints', { key, body: ENDPOINT })
    const found = async () => {
      for (const list of ['api-keys', 'oauth-clients', 'webhook-endpoints']) await world.send(`GET /v1/${list}${path}`)
      await world.send(`GET /v1/webhook-endpoints?created_by=${own['id']}`)
    }
    await found()
    await world.send(`DELETE /v1/api-keys/${own['id']}`)
    await world.send(`DELETE /v1/users/${eva['id']}`)
    await found()
  },

  async 'makers: how many endpoints, keys and clients each may have'(world) {
    const key = await world.keyWith(SCOPES)
    const fill = (path: string, body: object) => sendMany(world, `POST /v1/${path}`, { key, body })
    for (const [path, body] of [
      ['webhook-endpoints', ENDPOINT],
      ['oauth-clients', EXAMPLE_CLIENT],
    ] as const) {
      const [first] = await fill(path, body)
      await world.send(`DELETE /v1/${path}/${first.id ?? first.client_id}`, { key })
      await sendMany(world, `POST /v1/${path}`, { key, body }, 2)
    }
    const expires_at = new Date(world.twin.clock.now() + 60_000).toISOString()
    await fill('api-keys', { ...KEY, expires_at })
    world.twin.clock.advance(60_000)
    await fill('api-keys', KEY)
  },

  async 'makers: how many exports each may have'(world) {
    const key = await world.keyWith(SCOPES)
    const ask = (count: number) => sendMany(world, 'POST /v1/exports', { key, body: { format: 'csv' } }, count)
    const [first] = await ask(1)
    for (let round = 0; round < 5; round++) {
      await ask(6)
      await world.twin.makeExports()
    }
    const other = await world.keyWith(SCOPES)
    await world.send('POST /v1/exports', { key: other, body: { format: 'csv' } })
    const read = (one: string) => world.send(`GET /v1/exports/${first.id}`, { key: one })
    for (const one of [key, other, world.twin.adminKey]) await read(one)
    world.twin.clock.advance(Date.parse(first.expires_at) - world.twin.clock.now())
    await read(key)
    world.twin.clock.advance(24 * 60 * 60 * 1_000)
    await ask(1)
  },
}

type Sent = Parameters<World['send']>[1]

/** Sends a request again and again. Resolves to what was made. */
async function sendMany(world: World, request: string, sent: Sent, count = MANY) {
  const made = []
  for (let nth = 0; nth < count; nth++) {
    const { status, body } = await world.send(request, sent)
    if (status < 300) made.push(body)
  }
  return made
}
