import { PreconditionFailedError, type Roster } from '@roster/sdk'

/** Changes the name of a user, based on the current name. After a concurrent update it reads the user again and repeats the change. */
export async function rename(roster: Roster, userId: string, change: (name: string) => string): Promise<string> {
  for (;;) {
    const { data: user, response } = await roster.users.get(userId).withResponse()
    const ifMatch = response.headers.get('etag') ?? undefined
    try {
      const { name, version } = await roster.users.update(userId, { name: change(user.name) }, { ifMatch })
      return `${user.name} is now ${name}, at version ${version}`
    } catch (error) {
      if (!(error instanceof PreconditionFailedError)) throw error
    }
  }
}
