import { requireCounting } from '../redis/redis.ts'
import { fault, type Finding, fine, type Patient, warning } from './finding.ts'

/** How long Redis may take to answer, in milliseconds. */
const PATIENCE = 3_000

/** Checks whether Redis answers and counts, if the settings name one. */
export async function examineRedis({ application, settings, called }: Patient): Promise<Finding[]> {
  const { REDIS_URL, WORKERS } = settings
  if (REDIS_URL === undefined)
    return WORKERS === 1
      ? []
      : [warning(`Each worker counts quotas for itself. Set ${called('REDIS_URL')}, and they count together.`)]
  const { createClient } = await import('@redis/client')
  const socket = { connectTimeout: PATIENCE, socketTimeout: PATIENCE, reconnectStrategy: false } as const
  const client = createClient({ url: REDIS_URL, socket })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
  } catch (error) {
    client.destroy()
    return [
      fault(`Redis does not answer: ${(error as Error).message}. Check that it runs, and ${called('REDIS_URL')}.`),
    ]
  }
  try {
    await requireCounting(client, application.naming)
    return [fine('Redis answers.')]
  } catch (error) {
    const advice = `It must be no replica and no cluster, have memory left, and let the user of ${called('REDIS_URL')} count.`
    return [fault(`Redis answers and does not count. ${advice} (${(error as Error).message})`)]
  } finally {
    client.destroy()
  }
}
