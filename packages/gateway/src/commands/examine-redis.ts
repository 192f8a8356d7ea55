import { fault, type Finding, fine, type Patient, warning } from './finding.ts'

/** How long Redis has for an answer, in milliseconds. */
const PATIENCE = 3_000

/** Looks whether Redis answers, where there is one. */
export async function examineRedis({ settings, called }: Patient): Promise<Finding[]> {
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
    return [fine('Redis answers.')]
  } catch (error) {
    return [
      fault(`Redis does not answer: ${(error as Error).message}. Check that it runs, and ${called('REDIS_URL')}.`),
    ]
  } finally {
    client.destroy()
  }
}
