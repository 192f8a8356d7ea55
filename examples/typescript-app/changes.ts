import { ConflictError, type Roster } from '@roster/sdk'

/** How often a change is tried. */
const ATTEMPTS = 5

/**
 * Changes the name of a user, based on the current name. After a concurrent update it reads the user again and repeats the change. Throws `ConflictError` when
 * others keep changing the user.
 */
export async function rename(roster: Roster, userId: string, change: (name: string) => string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const user = await roster.users.get(userId)
    try {
      const changed = { name: change(user.name), version: user.version }
      const { name, version } = await roster.users.update(userId, changed)
      return `${user.name} is now ${name}, at version ${version}`
    } catch (error) {
      if (!(error instanceof ConflictError && error.code === 'version-conflict') || attempt === ATTEMPTS) throw error
    }
  }
}
