import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Roster } from '../roster.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes of the heap that something still holds. */
async function heldBytes(): Promise<number> {
  // Twice, because what is finalized by the first can be collected by the second.
  for (let nth = 0; nth < 2; nth++) {
    collectGarbage()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}

/** Never answers, and stops when it is told to, as that of a runtime does. */
const fetch = (_url: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)))

test('10,000 calls that were aborted leave no listener and nothing in memory', async () => {
  const roster = new Roster({ apiKey: 'key', fetch, logLevel: 'off' })
  const abortCalls = async (count: number) => {
    const controller = new AbortController()
    const calls = Array.from({ length: count }, () => roster.users.get('usr_1', { signal: controller.signal }))
    await new Promise((resolve) => setImmediate(resolve))
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(count)
    controller.abort()
    const outcomes = await Promise.allSettled(calls)
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  }
  for (let round = 0; round < 4; round++) await abortCalls(500)
  const before = await heldBytes()
  for (let round = 0; round < 20; round++) await abortCalls(500)
  expect(((await heldBytes()) - before) / 10_000).toBeLessThan(50)
})
