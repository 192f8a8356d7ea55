import { startService } from '../soak/service.ts'
import { ask } from './scene.ts'

/** Starts a service on a database, runs the work with its URL, and stops the service. */
export async function served<Result>(databaseUrl: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const service = await startService(databaseUrl)
  try {
    return await work(service.url)
  } finally {
    await service.stop()
  }
}

/** Lets a service create its tables and an endpoint for `user.created`. Returns the identifier of the endpoint. */
export const prepared = (databaseUrl: string, address: string): Promise<string> =>
  served(databaseUrl, async (url) => {
    const { id } = await ask({ url }, '/v1/webhook-endpoints', { url: address, events: ['user.created'] })
    return id
  })
