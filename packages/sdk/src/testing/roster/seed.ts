import type { Order } from '../../resources/orders.ts'
import type { User } from '../../resources/users.ts'
import { placed } from '#api/orders/orders.rules'
import type { Random } from '../random.ts'
import type { MockDatabase } from './database.ts'

const GIVEN = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Tony', 'Frances', 'Ken', 'Margaret', 'Niklaus'] // prettier-ignore
const FAMILY = ['Lovelace', 'Hopper', 'Turing', 'Dijkstra', 'Liskov', 'Knuth', 'Perlman', 'Hoare', 'Allen', 'Thompson', 'Hamilton', 'Wirth'] // prettier-ignore
const GOODS = [
  ['TEA-250', 'Green tea, 250 g', 1_250],
  ['MUG-1', 'Mug', 990],
  ['PEN-3', 'Pens, 3 pieces', 450],
] as const
const STATUSES: readonly Order['status'][] = ['pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded']

/** Time of the first record. Each user is created a minute after the one before. */
const START = Date.parse('2026-01-01T00:00:00.000Z')
const MINUTE = 60_000

/** Fills a mock with users and their orders. The first user is an administrator. */
export function fill(db: MockDatabase, random: Random, count: number): void {
  for (let index = 0; index < count; index++) addUser(db, random, index)
}

function addUser(db: MockDatabase, random: Random, index: number): void {
  const time = START + index * MINUTE
  const isFirst = index === 0
  const given = isFirst ? GIVEN[0]! : random.pick(GIVEN)
  const family = isFirst ? FAMILY[0]! : random.pick(FAMILY)
  const now = new Date(time).toISOString()
  const user: User = {
    id: random.id('usr', time),
    name: `${given} ${family}`,
    email: isFirst ? 'ada@example.com' : `${given}.${family}.${index}@example.com`.toLowerCase(),
    role: isFirst || random.below(10) === 0 ? 'admin' : 'viewer',
    status: isFirst || random.below(10) > 0 ? 'active' : random.pick(['suspended', 'invited']),
    version: 1,
    created_at: now,
    updated_at: now,
  }
  db.users.push(user)
  for (let left = random.below(4); left > 0; left--) addOrder(db, random, user, time)
}

function addOrder(db: MockDatabase, random: Random, user: User, time: number): void {
  const items = Array.from({ length: 1 + random.below(3) }, () => {
    const [sku, name, unit_amount] = random.pick(GOODS)
    return { sku, name, quantity: 1 + random.below(5), unit_amount }
  })
  const id = random.id('ord', time)
  const { number, total_amount } = placed({ id, items })
  db.orders.push({
    id,
    user_id: user.id,
    number,
    status: random.pick(STATUSES),
    currency: 'EUR',
    total_amount,
    items,
    version: 1,
    created_at: user.created_at,
    updated_at: user.created_at,
  })
}
