import { EXAMPLE_CLIENT, type Scenario, type World } from '../support/world.ts'

const FORM = 'application/x-www-form-urlencoded'
const GRANT = 'grant_type=client_credentials'

interface Client {
  client_id: string
  client_secret: string
}

const basic = ({ client_id, client_secret }: Client) => ({
  authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
})

async function clientOf(world: World, settings: object): Promise<Client> {
  const own = { ...EXAMPLE_CLIENT, grant_types: ['client_credentials'], redirect_uris: [], scopes: ['read:users'] }
  return (await world.make('/v1/oauth-clients', { ...own, ...settings })) as unknown as Client
}

/** Asks for a token, and notes the answer without it. */
async function ask(world: World, body: string, headers: Record<string, string> = {}): Promise<void> {
  const init = { method: 'POST', headers: { 'content-type': FORM, 'x-request-id': 'mine', ...headers }, body }
  const answer = await world.twin.fetch('/oauth/token', init)
  const { access_token: _, scope, ...members } = (await answer.json()) as Record<string, unknown>
  const named = ['content-type', 'www-authenticate', 'cache-control', 'x-request-id']
  const shown = named.map((name) => [name, answer.headers.get(name)])
  world.transcript.note({
    request: `POST /oauth/token ${body}`,
    status: answer.status,
    body: { ...members, ...(answer.ok && { scope }) },
    ...Object.fromEntries(shown),
  })
}

/** How a program asks for a token of its own, and how not. */
export const TOKEN_RULES: Record<string, Scenario> = {
  async 'tokens: how a client proves itself'(world) {
    const client = await clientOf(world, {})
    const other = await clientOf(world, { token_endpoint_auth_method: 'client_secret_post' })
    const fields = ({ client_id, client_secret }: Client) => `client_id=${client_id}&client_secret=${client_secret}`
    await ask(world, GRANT, basic(client))
    await ask(world, GRANT, basic(other))
    await ask(world, GRANT, basic({ ...client, client_secret: 'wrong' }))
    await ask(world, GRANT, basic({ client_id: 'cli_x', client_secret: 'x' }))
    await ask(world, GRANT, { authorization: basic(client).authorization.replace('B', 'b') })
    for (const authorization of ['Basic %%%', 'Basic', `Basic ${btoa('x')}`, `Basic ${btoa('%zz:x')}`, 'Bearer x'])
      await ask(world, GRANT, { authorization })
    await ask(world, `${GRANT}&${fields(other)}`)
    await ask(world, `${GRANT}&${fields(client)}`)
    await ask(world, `${GRANT}&client_id=${other.client_id}&client_secret=wrong`)
    await ask(world, `${GRANT}&client_id=${other.client_id}`)
    await ask(world, `${GRANT}&client_id=cli_x&client_secret=x`)
    for (const body of [GRANT, 'grant_type=', '', 'scope=read:users']) await ask(world, body)
    await ask(world, GRANT, basic({ ...client, client_secret: '' }))
    await ask(world, GRANT, basic({ client_id: '', client_secret: 'x' }))
    await ask(world, `${GRANT}&${fields(client)}`, basic(client))
    await ask(world, `${GRANT}&client_id=${client.client_id}`, basic(client))
    await ask(world, `${GRANT}&client_id=${other.client_id}`, basic(client))
    await ask(world, `${GRANT}&client_id=a&client_id=b`)
  },

  async 'tokens: what a client asks for'(world) {
    const client = await clientOf(world, { scopes: ['read:users', 'read:events'] })
    const bodies = ['', 'scope=x', 'grant_type=', 'grant_type=x', 'grant_type=refresh_token', `${GRANT}&${GRANT}`]
    const scopes = [
      '',
      'read:events',
      'read:users read:users',
      'read:users manage:keys',
      'openid',
      'manage:keys',
      ' ',
      'a"b',
    ]
    const asked = scopes.map((scope) => `${GRANT}&scope=${encodeURIComponent(scope)}`)
    const twice = [`${GRANT}&scope=read:users&scope=read:events`, `${GRANT}&scope=a&scope=b&resource=x&foo=1&foo=2`]
    for (const body of [...bodies, ...asked, ...twice, `${GRANT}&resource=http://roster.test/v1`, `${GRANT}&foo=bar`])
      await ask(world, body, basic(client))
    for (const type of ['application/json', 'text/plain', `${FORM}; charset=UTF-8`])
      await ask(world, GRANT, { ...basic(client), 'content-type': type })
    await ask(world, GRANT, basic(await clientOf(world, { scopes: ['read:events', 'read:users'] })))
    await ask(world, '{"grant_type":"client_credentials"}', { ...basic(client), 'content-type': 'application/json' })
    const code = { grant_types: ['authorization_code'], redirect_uris: EXAMPLE_CLIENT.redirect_uris }
    await ask(world, GRANT, basic(await clientOf(world, code)))
    const { client_id } = await clientOf(world, { ...code, type: 'public', token_endpoint_auth_method: 'none' })
    await ask(world, `${GRANT}&client_id=${client_id}`)
    await ask(world, `${GRANT}&client_id=${client_id}&client_secret=x`)
  },

  async 'tokens: one resource, whose token reads only where agents call and no scope is named'(world) {
    const client = await clientOf(world, { scopes: ['read:users', 'write:users'] })
    const [service, agents] = ['http://roster.test', 'http://roster.test/mcp']
    for (const resources of [[service], [agents], [''], [service, agents], [agents, agents], ['x'], [`${service}/x`]])
      for (const scope of ['', '&scope=write:users', '&scope=manage:keys']) {
        const named = resources.map((resource) => `&resource=${encodeURIComponent(resource)}`).join('')
        await ask(world, GRANT + named + scope, basic(client))
      }
  },

  async 'tokens: a secret ends with its client, and with what that gains'(world) {
    const client = await clientOf(world, {})
    const path = `/v1/oauth-clients/${client.client_id}`
    const narrow = () => world.send(`PATCH ${path}`, { body: { scopes: ['read:users'] } })
    const widen = () => world.send(`PATCH ${path}`, { body: { scopes: ['read:users', 'read:events'] } })
    const rotate = async (key: string): Promise<Client> => {
      const { body } = await world.send(`POST ${path}/rotate-secret`, { key })
      return { ...client, client_secret: body.client_secret }
    }
    await widen()
    await ask(world, GRANT, basic(client))
    await narrow()
    const known = await rotate(await world.keyWith(['manage:clients', 'read:users']))
    await widen()
    await ask(world, GRANT, basic(known))
    const own = await rotate(world.twin.adminKey)
    await narrow()
    await widen()
    await ask(world, GRANT, basic(own))
    await world.send(`DELETE ${path}`)
    await ask(world, GRANT, basic(own))
  },

  async 'tokens: what is no form, or too large a one'(world) {
    const headers = basic(await clientOf(world, {}))
    const send = (body: string | undefined, more: object = {}, method = 'POST', path = '/oauth/token') =>
      world.send(`${method} ${path}`, { key: null, headers: { ...headers, 'content-type': FORM, ...more }, body })
    for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS']) {
      await send(undefined, {}, method)
      await send(undefined, {}, method, '/token')
    }
    await world.send('DELETE /oauth/token')
    await send('a'.repeat(57_345))
    await send('a'.repeat(57_344))
    await send('a'.repeat(57_345), { 'content-type': 'application/json' })
    for (const type of [' ', 'form', 'text/plain; charset=UTF-8']) await send(GRANT, { 'content-type': type })
    const init = { method: 'POST', headers: { ...headers, 'x-request-id': 'mine' } }
    for (const body of [new TextEncoder().encode(GRANT), undefined]) {
      const answer = await world.twin.fetch('/oauth/token', { ...init, ...(body && { body }) })
      const [shown, told] = [world.transcript.shown(answer.headers), await answer.json()]
      world.transcript.note({ request: 'POST /oauth/token', status: answer.status, headers: shown, body: told })
    }
  },
}
