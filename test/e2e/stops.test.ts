import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, onPostgres } from '../support/database.ts'
import { type Link, startLink } from '../support/link.ts'
import { killAll, launch, type ServiceProcess, SHARED_SECRET } from '../support/process.ts'

/** How long probes of containers and of proxies wait, in milliseconds. */
const PROBE = 5_000

describe.runIf(onPostgres)('on a PostgreSQL server', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let link: Link
  let service: ServiceProcess
  beforeEach(async () => {
    database = await emptyDatabase()
    link = await startLink(database.url)
  })
  afterEach(async () => {
    await killAll()
    await link.close()
    await database.drop()
  })

  const launchThere = (environment: Record<string, string> = {}, args: string[] = []) =>
    launch({ DATABASE_URL: link.url, ROSTER_SECRET: SHARED_SECRET, ...environment }, args)

  /** Starts the service and returns its address. */
  async function start(environment: Record<string, string> = {}): Promise<string> {
    service = launchThere(environment)
    const [, url] = await service.written(/Roster is running at (\S+)[^]*\n\n/)
    return url!
  }

  test('while the database keeps silent, /readyz says so before a probe gives up, as often as it is asked', async () => {
    const url = await start()
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
    link.isolate()
    for (let nth = 0; nth < 3; nth++) {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PROBE) })
      expect(answer.status).toBe(503)
    }
    link.rejoin()
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  })
})
