import { expect, test } from 'vitest'
import { sharing } from './sharing.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('equal reads of one turn share a run that begins after it, others have their own', async () => {
  const share = sharing<string>()
  const [source, other] = [{}, {}]
  let runs = 0
  const run = async () => `run ${++runs}`
  const reads = [share(source, 'a', run), share(source, 'a', run), share(source, 'b', run), share(other, 'a', run)]
  expect(runs).toBe(0)
  expect(await Promise.all(reads)).toEqual(['run 1', 'run 1', 'run 2', 'run 3'])
})

test('no read joins a run that began before it', async () => {
  const share = sharing<number>()
  const source = {}
  const end = Promise.withResolvers<number>()
  const first = share(source, 'a', () => end.promise)
  await nextTurn()
  expect(await share(source, 'a', async () => 2)).toBe(2)
  end.resolve(1)
  expect(await first).toBe(1)
})

test('a run that fails fails those who share it alone', async () => {
  const share = sharing<number>()
  const source = {}
  const fail = () => Promise.reject(new Error('no'))
  const reads = await Promise.allSettled([share(source, 'a', fail), share(source, 'a', fail)])
  expect(reads.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share(source, 'a', async () => 1)).toBe(1)
})
