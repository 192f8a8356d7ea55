import { Roster } from '@roster/sdk'
import { people } from '../harness/people.ts'
import type { Activity } from './load.ts'

/** The state that the activities of callers share. */
export interface World {
  roster: Roster
  /** Identifiers of the users that this run created and did not delete, and the number of all created users. */
  made: { ids: string[]; count: number }
}

const PASSWORD = 'a quiet river under nine bridges'

/** Number of created users that are kept for changes. Others are deleted, so that a run leaves few behind. */
const KEPT = 200

/** Returns the activities of a service's mixed load, each with its rate per second. */
export async function activitiesOf({ roster, made }: World): Promise<Activity[]> {
  const anyOf = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)]!
  const signedIn = await roster.users.create({ name: 'Signs in', email: 'soak@example.com', role: 'viewer' })
  await roster.users.setPassword(signedIn.id, { password: PASSWORD })
  const { client_id, client_secret } = await roster.oauthClients.create({
    name: 'Soak',
    type: 'confidential',
    grant_types: ['client_credentials'],
    scopes: ['read:users'],
  })
  const base = roster.baseUrl
  const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`

  return [
    { name: 'read a user', perSecond: 40, do: () => roster.users.get(anyOf(people).id) },
    { name: 'list users', perSecond: 6, do: () => roster.users.list({ sort: anyOf(['name', 'created_at']) }) },
    {
      name: 'search users',
      perSecond: 2,
      do: () => roster.users.list({ search: `person ${anyOf(people).name.slice(-2)}` }),
    },
    { name: 'read the log', perSecond: 2, do: () => roster.events.list({ limit: 20 }) },
    {
      name: 'create a user',
      perSecond: 5,
      async do() {
        const nth = ++made.count
        const { id } = await roster.users.create({
          name: `Soak ${nth}`,
          email: `soak-${nth}@example.com`,
          role: 'viewer',
        })
        made.ids.push(id)
      },
    },
    {
      name: 'update a user',
      perSecond: 5,
      async do() {
        const id = anyOf(made.ids)
        if (id !== undefined) await roster.users.update(id, { name: `Renamed ${Math.random()}` }).catch(unlessGone)
      },
    },
    {
      name: 'delete a user',
      perSecond: 5,
      async do() {
        if (made.ids.length > KEPT) await roster.users.delete(made.ids.shift()!)
      },
    },
    {
      name: 'order',
      perSecond: 2,
      do: () =>
        roster.orders.create(anyOf(people).id, {
          currency: 'EUR',
          items: [{ sku: 'A-1', name: 'Tea', quantity: 2, unit_amount: 450 }],
        }),
    },
    {
      name: 'sign in and out',
      perSecond: 0.5,
      async do() {
        const session = await fetch(`${base}/v1/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: base },
          body: JSON.stringify({ email: 'soak@example.com', password: PASSWORD }),
        })
        const { csrf_token } = (await session.json()) as { csrf_token: string }
        const cookie = session.headers
          .getSetCookie()
          .map((one) => one.split(';')[0]!)
          .join('; ')
        const out = await fetch(`${base}/v1/session`, {
          method: 'DELETE',
          headers: { cookie, origin: base, 'x-csrf-token': csrf_token },
        })
        if (out.status !== 204) throw new Error(`Signing out was answered with ${out.status}: ${await out.text()}`)
      },
    },
    {
      name: 'get a token, and read with it',
      perSecond: 1,
      async do() {
        const answer = await fetch(`${base}/oauth/token`, {
          method: 'POST',
          headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
          body: 'grant_type=client_credentials&scope=read%3Ausers',
        })
        const { access_token } = (await answer.json()) as { access_token: string }
        await new Roster({ baseUrl: base, accessToken: access_token, logLevel: 'off' }).users.get(anyOf(people).id)
      },
    },
    {
      name: 'export',
      perSecond: 0.1,
      async do() {
        const { id } = await roster.exports.createAndWait({ format: 'ndjson' })
        await new Response(await roster.exports.download(id)).arrayBuffer()
      },
    },
  ]
}

/** Ignores a 410: another activity may have deleted the record meanwhile. Rethrows any other error. */
function unlessGone(error: unknown): void {
  if ((error as { status?: number }).status !== 410) throw error
}
