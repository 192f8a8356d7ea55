import { APIError, type Roster, type User } from '@roster/sdk'

/** Creates a user with the status `invited`. Returns the existing user, unchanged, when the e-mail address is taken. */
export async function invite(roster: Roster, name: string, email: string): Promise<User> {
  try {
    return await roster.users.create({ name, email, role: 'viewer', status: 'invited' })
  } catch (error) {
    if (!(error instanceof APIError) || error.code !== 'email-taken') throw error
    for await (const user of roster.users.list({ search: email })) if (isSame(user.email, email)) return user
    throw error
  }
}

/** Whether two e-mail addresses are one for Roster, which ignores the case of letters. */
const isSame = (one: string, other: string) =>
  one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase()

/** Returns the names of all administrators, sorted by name. */
export async function administrators(roster: Roster): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of roster.users.list({ role: 'admin', sort: 'name', order: 'asc' })) names.push(name)
  return names
}
