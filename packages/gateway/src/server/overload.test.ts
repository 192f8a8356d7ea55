import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OVERLOAD_LIMITS } from './overload.ts'

/** Milliseconds by which the event loop may be late. */
const LIMIT = 100

/** A stall of so many milliseconds is late in the mean of any 250 ms in which the event loop is asked every 10 ms. */
const SEEN_AT_ANY_TIME = 30 * LIMIT

let service: Service
beforeAll(async () => {
  service = await startService({ overload: { eventLoopDelay: LIMIT, waitingQueries: 500 } })
})
afterAll(() => service.stop())

/** Does nothing else for so many milliseconds, as what keeps the event loop does. */
function stall(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

const statusNow = async () => (await service.admin.rest('GET /v1/me')).status

/** Asks again and again for so many milliseconds, and resolves to the statuses that came. */
async function statusesFor(milliseconds: number): Promise<Set<number>> {
  const end = performance.now() + milliseconds
  const statuses = new Set<number>()
  while (performance.now() < end) {
    statuses.add(await statusNow())
    await wait(10)
  }
  return statuses
}

test('a start that keeps the event loop turns nobody away', async () => {
  for (let part = 0; part < 4; part++) {
    stall(6 * LIMIT)
    await nextTurn()
  }
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  expect(await statusesFor(1_500)).toEqual(new Set([200]))
})

test('whoever comes after a single stall is answered', async () => {
  stall(SEEN_AT_ANY_TIME)
  expect(await statusesFor(1_000)).toEqual(new Set([200]))
})

test('stalls that are shorter than the limit turn nobody away, however many there are', async () => {
  const patient = await startService({ overload: OVERLOAD_LIMITS })
  await patient.app.listen({ port: 0, host: '127.0.0.1' })
  const statuses = new Set<number>()
  for (let turn = 0; turn < 8; turn++) {
    stall(400)
    await nextTurn()
    statuses.add((await patient.admin.rest('GET /v1/me')).status)
  }
  await patient.stop()
  expect(statuses).toEqual(new Set([200]))
})

test('while the event loop stays behind, requests are turned away, and taken again when it has caught up', async () => {
  await expect
    .poll(
      async () => {
        stall(2 * LIMIT)
        await nextTurn()
        return statusNow()
      },
      { interval: 1, timeout: 10_000 },
    )
    .toBe(503)
  expect((await service.anonymous.rest('GET /livez')).status).toBe(200)
  await expect.poll(statusNow, { timeout: 10_000 }).toBe(200)
})
