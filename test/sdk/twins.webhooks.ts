import { person, type Scenario } from '../support/world.ts'

const ONE_HOUR = 60 * 60 * 1_000

/** Where deliveries may go and where not, as far as it can be told without asking a name server. */
const ADDRESSES = [
  '',
  'example.com/hook',
  'ftp://example.com',
  'https://ada:pw@example.com',
  'http://example.com',
  '//example.com',
  ' https://example.com',
  'https:///example.com',
  'https:\\\\example.com',
  'https://0.0.0.0',
  'https://10.1.2.3',
  'https://100.64.0.1',
  'https://169.254.169.254',
  'https://172.31.0.1',
  'https://172.32.0.1',
  'https://192.168.1.1',
  'https://0xc0a80101',
  'https://224.0.0.1',
  'https://8.8.8.8',
  'https://127.1',
  'http://127.0.0.1:4000',
  'http://8.8.8.8',
  'https://[::ffff:127.0.0.1]',
  'https://[::1]',
  'https://[fe80::1]',
  'https://[fd00::1]',
  'https://[2001:db8::1]',
  'https://[2002:a01:203::]',
  'https://[::ffff:10.1.2.3]',
  'https://[64:ff9b::a01:203]',
  'https://[2606:4700::1111]',
  'http://[2606:4700::]',
  'http://localhost:4000',
  'https://localhost',
  'https://a.localhost./x',
  'https://metadata.google.internal',
]

/** What webhook endpoints and their deliveries keep to. */
export const WEBHOOK_RULES: Record<string, Scenario> = {
  async 'webhook endpoints: addresses, events, secrets, and what changes'(world) {
    const path = '/v1/webhook-endpoints'
    const create = (url: string, more: object = {}) => world.send(`POST ${path}`, { body: { url, ...more } })
    for (const url of ADDRESSES) await create(url)
    await create('https://example.com', { events: ['user.exploded', '*'], description: 'x'.repeat(501), status: 'x' })
    await create('https://example.com', { events: [], description: ' a\u202eb ' })
    const given = { events: ['order.created', '*', 'order.created'], description: '  Mailing  ' }
    const { body } = await create('https://Example.com:443/a b?x=1#y', given)
    const change = (members: object) => world.send(`PATCH ${path}/${body.id}`, { body: members })
    world.twin.clock.advance(1_000)
    await change({})
    await change({ url: body.url, events: ['order.created', '*'], description: 'Mailing', status: 'enabled' })
    await change({ url: 'https://10.0.0.1' })
    await change({ url: 'http://example.com' })
    await change({ url: 'http://127.0.0.1:4000/hook', events: ['user.created', 'user.created'], description: null })
    await change({ status: 'disabled' })
    await change({ status: 'disabled' })
    await world.send(`POST ${path}/${body.id}/rotate-secret`)
    await change({ status: 'enabled' })
    world.twin.clock.advance(1_000)
    await create('https://other.example')
    for (const query of ['sort=id&order=asc', 'fields=url', 'limit=1&cursor=']) await world.send(`GET ${path}?${query}`)
    await world.send(`DELETE ${path}/${body.id}`)
    await world.send(`DELETE ${path}/${body.id}`)
    await world.send(`GET ${path}`)
  },

  async 'deliveries: who gets which event, once more, and what was missed'(world) {
    await world.fill()
    const path = `/v1/webhook-endpoints/${world.ids['endpoint_id']}`
    const all = await world.make('/v1/webhook-endpoints', { url: 'https://all.example' })
    const later = () => world.twin.clock.advance(1_000)
    const add = async (name: string) => {
      later()
      await world.make('/v1/users', person(name))
    }
    const see = async (query = '') => {
      for (const endpoint of [path, `/v1/webhook-endpoints/${all['id']}`])
        await world.send(`GET ${endpoint}/deliveries?${query}`)
    }
    await add('One')
    // Deliveries of one moment are listed in no order: each is queued in a moment of its own.
    later()
    await world.send(`POST ${path}/test`)
    await see()
    await see('order=asc&fields=event,status&limit=2')
    await see('status=pending&limit=1&cursor=')
    await see('status=failed')
    later()
    const redelivery = `${path}/deliveries/${world.ids['delivery_id']}/redeliver`
    await world.send(`POST ${redelivery}`)
    await world.send(`POST /v1/webhook-endpoints/${all['id']}/deliveries/${world.ids['delivery_id']}/redeliver`)
    const recover = (since: string) => world.send(`POST ${path}/recover`, { body: { since } })
    await world.send(`PATCH ${path}`, { body: { status: 'disabled' } })
    for (const request of ['test', 'rotate-secret']) await world.send(`POST ${path}/${request}`)
    await world.send(`POST ${redelivery}`)
    await world.send(`POST ${path}/deliveries/dlv_01KAJQ7W5M8XV2R4T6Y9B3D599/redeliver`)
    await recover('2026-11-01T00:00:00Z')
    await add('Two')
    later()
    const { now } = world.twin.clock
    const since = new Date(now()).toISOString()
    await add('Three')
    await world.send(`PATCH ${path}`, { body: { status: 'enabled' } })
    await see()
    await recover(new Date(now() + ONE_HOUR + 1).toISOString().replace('Z', '+01:00'))
    await recover(since)
    later()
    await see()
    await recover('2020-01-01T00:00:00Z')
    await recover('2020-01-01T00:00:00Z')
    await add('Four')
    await see()
    // What it is not to be sent any more is given up, and neither redelivered nor recovered.
    await world.send(`PATCH ${path}`, { body: { events: ['order.created'] } })
    await see()
    await world.send(`POST ${redelivery}`)
    await recover('2020-01-01T00:00:00Z')
    // What was given up is recovered once it may be sent again, from the moment that is asked for.
    await world.send(`PATCH ${path}`, { body: { events: ['*'] } })
    later()
    await recover(new Date(now()).toISOString())
    await recover('2020-01-01T00:00:00Z')
  },
}
