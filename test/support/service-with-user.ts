import { addUser } from './oauth.ts'
import { type Fetch, fetchTo } from './relying-party.ts'
import { holdDate, type Service, type ServiceOptions, startService } from './service.ts'

/** A service whose date stands still, what sends requests to it, and a user who can sign in there. */
export interface ServiceWithUser {
  service: Service
  fetcher: Fetch
  user: Awaited<ReturnType<typeof addUser>>
}

/** Starts a service for tests of sign-ins. `Date` stands still until the end of the file, as `holdDate` says. */
export async function startWithUser(options?: ServiceOptions, role?: 'admin' | 'viewer'): Promise<ServiceWithUser> {
  const service = await startService(options)
  holdDate(service)
  return { service, fetcher: await fetchTo(service), user: await addUser(service, 'Ada Lovelace', role) }
}
