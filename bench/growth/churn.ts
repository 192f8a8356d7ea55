import { addUsers, type Run, userId } from './fill.ts'

/** Number of users that one statement changes. */
const PIECE = 5_000

/** SQL: the users with these numbers and the users that replaced them, scattered over the table. */
const chosen = (users: number) => `
  select unnest(array[${userId('number')}, ${userId(`number + ${users}`)}]) as id, number
  from generate_series($1::bigint, $2) n cross join lateral (select n * 7919 % ${users} + 1 as number) scattered`

const changed = (users: number) => `
  update users u set name = u.name || 'a', search = lower(u.name) || 'a' || chr(10) || u.email, version = version + 1, updated_at = now()
  from (${chosen(users)}) c where u.id = c.id and u.deleted_at is null and c.number % 10 <> $3`

const deleted = (users: number) => `
  update users u set name = '', email = '', search = '', email_key = null, version = version + 1, updated_at = now(), deleted_at = now()
  from (${chosen(users)}) c where u.id = c.id and u.deleted_at is null and c.number % 10 = $3`

/**
 * Changes all users in each round, as the service does: nine in ten get another name, and one in ten is deleted and replaced by a new user. After
 * ten rounds no original user is left.
 */
export async function churn(run: Run, users: number, rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (let first = 1; first <= users; first += PIECE) {
      const piece = [first, Math.min(users, first + PIECE - 1), round % 10]
      await run(changed(users), piece)
      await run(deleted(users), piece)
    }
    await addUsers(run, users + 1, 2 * users, `n % 10 = ${round % 10}`)
  }
}
