import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Roster } from '@roster/sdk'
import { rename } from './changes.ts'
import { saveExport } from './export.ts'
import { placeOnce, ship } from './orders.ts'
import { invite } from './users.ts'

const roster = new Roster({ baseUrl: process.env['ROSTER_URL'], apiKey: process.env['ROSTER_API_KEY'] })

const team = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing']
const emailOf = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`

for (const name of [...team, 'Ada Lovelace']) console.log(await invite(roster, name, emailOf(name)))
console.log(await invite(roster, 'Nobody', 'not an address'))

console.log('\nEveryone, by cursor, two a page:')
for await (const user of roster.users.list({ role: 'viewer', sort: 'name', order: 'asc', limit: 2 }))
  console.log(`  ${user.name} <${user.email}>`)

const [ada] = (await roster.users.list({ search: 'lovelace' })).data
if (!ada) throw new Error('Ada is not there.')

const first = await placeOnce(roster, ada.id, 'cart-4711')
const again = await placeOnce(roster, ada.id, 'cart-4711')
console.log(
  `\nPlaced twice under one key: ${first.id === again.id ? 'one order' : 'two orders'} of ${first.total_amount} cents`,
)
for (const line of await ship(roster, ada.id, first.id)) console.log(line)

console.log(`\n${await rename(roster, ada.id, (name) => `${name}, Countess`)}`)

const file = process.argv[2] ?? join(tmpdir(), 'roster-users.csv')
await saveExport(roster, file, (line) => console.log(line))
