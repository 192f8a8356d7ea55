import { ConflictError, type Roster, ValidationError } from '@roster/sdk'

/** Creates a user, and returns a line with the result. The line also reports errors that the user can correct; other errors are rethrown. */
export async function invite(roster: Roster, name: string, email: string): Promise<string> {
  try {
    const user = await roster.users.create({ name, email, role: 'viewer' })
    return `Created ${user.name} as ${user.id}`
  } catch (error) {
    if (error instanceof ConflictError && error.code === 'email-taken') return `${email} is taken already`
    if (error instanceof ValidationError)
      return `Refused: ${error.errors.map(({ field, message }) => `${field} ${message}`).join('; ')}`
    throw error
  }
}
