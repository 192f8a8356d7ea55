import { startService } from '../soak/service.ts'
import { ask } from './scene.ts'

/** Does something with a service at work on a database. */
export async function served<Result>(databaseUrl: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const service = await startService(databaseUrl)
  try {
    return await work(service.url)
  } finally {
    await service.stop()
  }
}

/** Has a service make its tables and an endpoint for what is created, and returns what that is called. */
export const prepared = (databaseUrl: string, address: string): Promise<string> =>
  served(databaseUrl, async (url) => {
    const { id } = await ask({ url }, '/v1/webhook-endpoints', { url: address, events: ['user.created'] })
    return id
  })
