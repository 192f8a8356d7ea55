import { EXAMPLE_CLIENT, person, type Scenario } from '../support/world.ts'

/** A character of two units of UTF-16. */
const ASTRAL = '𝒜'

/** How long a text is: as many code points as it has, whatever they weigh. */
export const TEXT_RULES: Record<string, Scenario> = {
  async 'texts: characters of two units of UTF-16 count once'(world) {
    await world.fill()
    for (const count of [64, 65]) {
      const text = ASTRAL.repeat(count)
      await world.send(`GET /v1/users/${encodeURIComponent(text)}`)
      await world.send(`POST /v1/users/${world.ids['user_id']}/orders`, {
        body: { currency: 'EUR', items: [{ sku: text, name: text, quantity: 1, unit_amount: 1 }] },
      })
      await world.send('POST /v1/webhook-endpoints/x/recover', { body: { since: text } })
    }
    for (const count of [100, 101]) await world.send(`GET /v1/users?search=${encodeURIComponent(ASTRAL.repeat(count))}`)
    for (const count of [200, 201])
      await world.send('POST /v1/users', { body: { ...person(`u${count}`), name: ASTRAL.repeat(count) } })
    for (const count of [254, 255])
      await world.send('POST /v1/users', { body: { ...person('Ada'), email: `${ASTRAL.repeat(count - 6)}@a.com` } })
    for (const count of [1_000, 1_001])
      await world.send(`GET /v1/orders?fields=${encodeURIComponent(ASTRAL.repeat(count))}`)
    for (const count of [500, 501])
      await world.send('POST /v1/webhook-endpoints', {
        body: { url: 'https://example.com', description: ASTRAL.repeat(count) },
      })
    for (const count of [2_048, 2_049]) {
      const url = `https://example.com/${ASTRAL.repeat(count - 20)}`
      await world.send('POST /v1/webhook-endpoints', { body: { url } })
      await world.send('POST /v1/oauth-clients', { body: { ...EXAMPLE_CLIENT, redirect_uris: [url] } })
    }
  },
}
