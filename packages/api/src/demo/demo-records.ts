import { newOrder } from '../orders/order.entity.ts'
import { numberOf } from '../orders/orders.rules.ts'
import { orderPrefix, type OrderRecord } from '../orders/orders.contract.ts'
import { userPrefix } from '../users/users.contract.ts'
import { newUser } from '../users/user.entity.ts'

export const DEMO_USERS = 1_000

/** Creation time of the first demo user. Each of the others was created a minute after the one before. */
const START = Date.parse('2026-01-01T00:00:00.000Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const FIRST_NAMES = [
  'Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Frances', 'Niklaus', 'Radia', 'Tony',
  'Margaret', 'Ken', 'Adele', 'Dennis', 'Lynn', 'John', 'Jean', 'Leslie', 'Karen', 'Zoë',
] // prettier-ignore
const LAST_NAMES = [
  'Lovelace', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Allen', 'Wirth', 'Perlman', 'Hoare',
  'Hamilton', 'Thompson', 'Goldberg', 'Ritchie', 'Conway', 'Backus', 'Bartik', 'Lamport', 'Spärck Jones', 'Gödel',
] // prettier-ignore
const PRODUCTS = [
  { sku: 'TEA-250', name: 'Green tea, 250 g', unit_amount: 1_250 },
  { sku: 'CUP-WHT', name: 'Cup, white', unit_amount: 890 },
  { sku: 'KTL-1L7', name: 'Kettle, 1.7 l', unit_amount: 4_900 },
  { sku: 'SPN-SET', name: 'Spoons, set of six', unit_amount: 1_990 },
  { sku: 'TRY-OAK', name: 'Tray, oak', unit_amount: 3_450 },
]
const STATUSES = ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded'] as const

type User = ReturnType<typeof newUser>

/** Returns the demo user at an index from 0. One in twenty is an admin; one in ten is invited, and another one in ten is suspended. */
export function demoUser(index: number): User {
  const first = pick(FIRST_NAMES, index)
  const last = pick(LAST_NAMES, Math.floor(index / FIRST_NAMES.length) + index)
  const role = index % 20 === 0 ? 'admin' : 'viewer'
  const status = index % 10 === 3 ? 'invited' : index % 10 === 7 ? 'suspended' : 'active'
  const email = `${ascii(first)}.${ascii(last)}.${index + 1}@example.com`
  const user = newUser({ name: `${first} ${last}`, email, role, status }, at(index))
  return { ...user, id: demoId(userPrefix, index) }
}

/** Returns none to three orders of a demo user. */
export function demoOrders(user: User, index: number): OrderRecord[] {
  return Array.from({ length: index % 4 }, (_, nth) => {
    const time = START + index * MINUTE + (nth + 1) * DAY
    const items = [{ ...pick(PRODUCTS, index + nth), quantity: 1 + ((index + nth) % 3) }]
    const id = demoId(orderPrefix, index * 4 + nth)
    const order = newOrder({ user_id: user.id, currency: 'EUR', items }, time)
    return { ...order, id, number: numberOf(id), status: pick(STATUSES, index + nth) }
  })
}

const at = (index: number) => new Date(START + index * MINUTE).toISOString()

const pick = <T>(choices: readonly T[], index: number): T => choices[index % choices.length]!

const ascii = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()

/** Returns an identifier of the usual form, with the index in its last digits. */
const demoId = (prefix: string, index: number) => `${prefix}_01KDVD5000${String(index).padStart(16, '0')}`
