import { person, type Scenario } from '../support/world.ts'

/** Passwords, and what somebody who has signed in may do. */
export const SESSION_RULES: Record<string, Scenario> = {
  async 'passwords and sessions'(world) {
    await world.fill()
    const path = `/v1/users/${world.ids['user_id']}/password`
    const password = 'another good password'
    for (const refused of ['short', 'ADA@example.com', 'rosterroster', 'ada@example.com1', 'x'.repeat(129)])
      await world.send(`POST ${path}`, { body: { password: refused } })
    await world.send(`POST ${path}`, { body: { password }, key: await world.keyWith(['write:users']) })
    const headers = await world.browser()
    const send = (request: string, body?: unknown, more = {}) =>
      world.send(request, { key: null, headers: { ...headers, ...more }, ...(body !== undefined && { body }) })
    await send('GET /v1/me')
    await send('GET /v1/session')
    await send('POST /v1/users', person('New'), { 'x-csrf-token': 'x' })
    await send('POST /v1/users', person('New'), { origin: 'https://elsewhere.example' })
    await send('POST /v1/users', person('New'))
    await send(`POST ${path}`, { password })
    await send(`POST ${path}`, { password: 'a'.repeat(12) })
    await send(`POST ${path}`, { password: 'a'.repeat(12), current_password: 'wrong' })
    await send(`POST ${path}`, { password, current_password: 'wrong' })
    await send(`POST ${path}`, { password, current_password: 'correct horse battery staple' })
    await send('GET /v1/session')
    await world.send('POST /v1/session', { key: null, body: { email: 'ADA@example.com', password: 'wrong' } })
    await world.send('POST /v1/session', { key: null, body: { email: 'ADA@example.com', password } })
    for (const status of ['suspended', 'active']) {
      await world.send(`PATCH /v1/users/${world.ids['user_id']}`, { body: { status } })
      await world.send('POST /v1/session', { key: null, body: { email: 'ADA@example.com', password } })
    }
    for (const elsewhere of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }])
      await world.send('POST /v1/session', {
        key: null,
        headers: elsewhere,
        body: { email: 'ADA@example.com', password },
      })
    await world.send('GET /v1/session')
    await world.send('DELETE /v1/session')
    const again = await world.browser()
    const end = (condition: object) =>
      world.send('DELETE /v1/session', { key: null, headers: { ...again, ...condition } })
    const { headers: shown } = await world.send('GET /v1/session', { key: null, headers: again })
    await end({ 'if-match': '"x"' })
    await end({ 'if-match': shown.get('etag') })
  },

  async 'passwords: one is the same however a keyboard writes it'(world) {
    await world.fill()
    const path = `/v1/users/${world.ids['user_id']}/password`
    const [written, composed] = ['Zoe\u0308s ﬁne passphrase', 'Zo\u00ebs fine passphrase']
    await world.send(`POST ${path}`, { body: { password: written } })
    const headers = await world.signIn({}, { email: 'ADA@example.com', password: composed })
    for (const current_password of [`${composed} `, composed])
      await world.send(`POST ${path}`, {
        key: null,
        headers,
        body: { password: 'another good password', current_password },
      })
  },

  async 'sessions: where one is signed in, and how each ends'(world) {
    await world.fill()
    const { user_id } = world.ids
    const here = await world.browser()
    world.twin.clock.advance(1_000)
    const elsewhere = await world.signIn({ 'user-agent': ' Mozilla/5.0 \u00e9 (X11) ' })
    const send = (request: string, headers = here) => world.send(request, { key: null, headers })
    const { body } = await send('GET /v1/sessions')
    const [other, own] = body.data as { id: string }[]
    for (const query of ['fields=type,current&limit=1', 'order=asc', 'sort=id', 'sort=name', 'page=2', 'fields=x'])
      await send(`GET /v1/sessions?${query}`)
    const first = await send('GET /v1/sessions?limit=1&cursor=')
    await send(`GET /v1/sessions?limit=1&cursor=${first.body.next_cursor}`)
    const viewer = await world.viewer()
    const key = { name: 'Own', role: 'admin', scopes: ['read:users'], user_id }
    const { secret } = await world.make('/v1/api-keys', key)
    for (const one of [world.twin.adminKey, viewer.key, String(secret)]) {
      await world.send('GET /v1/sessions', { key: one })
      await world.send(`DELETE /v1/sessions/${other!.id}`, { key: one })
    }
    for (const more of [{ 'x-csrf-token': 'x' }, { accept: 'text/html' }])
      await send(`DELETE /v1/sessions/${other!.id}`, { ...here, ...more })
    await world.send(`DELETE /v1/sessions/${other!.id}`, { key: null, headers: here, body: { unheard_of: 1 } })
    await send(`DELETE /v1/sessions/${other!.id}`)
    await send('GET /v1/me', elsewhere)
    for (const _ of [1, 2]) await send(`DELETE /v1/sessions/${other!.id}`)
    await world.send(`DELETE /v1/sessions/${other!.id}`, { key: viewer.key })
    await send(`DELETE /v1/sessions/${own!.id}`)
    await send('GET /v1/sessions')
    const again = await world.signIn()
    await send('DELETE /v1/session', again)
    const last = await world.signIn()
    await send('GET /v1/sessions', last)
    world.twin.clock.advance(12 * 60 * 60 * 1_000)
    await send('GET /v1/sessions', last)
    await send(`DELETE /v1/sessions/${own!.id}`, await world.signIn())
    world.twin.clock.advance(31 * 24 * 60 * 60 * 1_000)
    await send(`DELETE /v1/sessions/${own!.id}`, await world.signIn())
  },
}
