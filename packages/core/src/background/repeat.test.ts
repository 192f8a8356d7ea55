import { AsyncLocalStorage } from 'node:async_hooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Repetition, repeat } from './repeat.ts'

let runs = 0
let errors: unknown[] = []
let repetition: Repetition
beforeEach(() => {
  vi.useFakeTimers()
  runs = 0
  errors = []
})
afterEach(async () => {
  await repetition.stop()
  vi.useRealTimers()
})

const start = (run: (over: AbortSignal) => Promise<number>) =>
  (repetition = repeat(
    (over) => {
      runs++
      return run(over)
    },
    { gap: 10, report: (error) => errors.push(error) },
  ))

const after = async (time: number) => {
  await vi.advanceTimersByTimeAsync(time)
  return runs
}

test('it runs at once, and again after each pause', async () => {
  start(async () => 100)
  expect([await after(0), await after(99), await after(1), await after(100)]).toEqual([1, 1, 2, 3])
})

test('many calls to wake share one run, which keeps its distance from the last one', async () => {
  start(async () => 100)
  await after(5)
  for (let call = 0; call < 5; call++) repetition.wake()
  expect([await after(4), await after(1), await after(50)]).toEqual([1, 2, 2])
  repetition.wake()
  expect(await after(0)).toBe(3)
})

test('what wakes it at rest comes before any timer', async () => {
  const order: string[] = []
  start(async () => {
    order.push('run')
    return 100
  })
  await after(50)
  setTimeout(() => order.push('timer'), 0)
  repetition.wake()
  await after(0)
  expect(order).toEqual(['run', 'run', 'timer'])
})

test('what wakes it during a run is seen by another run', async () => {
  const first = Promise.withResolvers<number>()
  start(() => (runs === 1 ? first.promise : Promise.resolve(100)))
  await after(1_000)
  repetition.wake()
  expect(await after(1_000)).toBe(1)
  first.resolve(100)
  expect(await after(10)).toBe(2)
})

test('it goes on after errors, and tells of the first of a row', async () => {
  start(() => (runs === 4 ? Promise.resolve(100) : Promise.reject(new Error(`no ${runs}`))))
  await after(1_499)
  expect(errors).toEqual([new Error('no 1')])
  await after(601)
  expect(errors).toEqual([new Error('no 1'), new Error('no 5')])
})

test('a run that takes too long is told that it is over, and another one begins', async () => {
  const signals: AbortSignal[] = []
  start((over) => {
    signals.push(over)
    return runs === 1 ? new Promise(() => {}) : Promise.resolve(100)
  })
  expect(await after(11_000)).toBeGreaterThan(1)
  expect(signals[0]!.aborted).toBe(true)
  expect(errors).toHaveLength(1)
})

test('a run that is given more time takes it', async () => {
  repetition = repeat(() => new Promise((end) => setTimeout(end, 20_000, 100)).then(() => (++runs, 100)), {
    patience: 30_000,
    report: (error) => errors.push(error),
  })
  expect([await after(20_000), errors]).toEqual([1, []])
})

test('once stopped it runs no more, whoever wakes it', async () => {
  start(async () => 100)
  await after(0)
  await repetition.stop()
  repetition.wake()
  expect(await after(1_000)).toBe(1)
})

test('a run belongs to nobody who wakes it', async () => {
  // Faked timers call in the context of the clock, whoever sets them.
  vi.useRealTimers()
  const caller = new AsyncLocalStorage<string>()
  const callers: (string | undefined)[] = []
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  start(async () => {
    callers.push(caller.getStore())
    if (runs === 1) first.resolve()
    else second.resolve()
    return 60_000
  })
  await first.promise
  // The run has ended by then.
  await new Promise(setImmediate)
  caller.run('somebody', () => repetition.wake())
  await second.promise
  expect(callers).toEqual([undefined, undefined])
})
