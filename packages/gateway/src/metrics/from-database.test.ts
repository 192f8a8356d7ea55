import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fromDatabase } from './from-database.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A database that answers as it is told. */
function database() {
  const reported: unknown[] = []
  const questions: PromiseWithResolvers<number>[] = []
  const read = () => {
    const question = Promise.withResolvers<number>()
    questions.push(question)
    return question.promise
  }
  return { ask: fromDatabase(read, (error) => reported.push((error as Error).message)), reported, questions }
}

test('an outage is told of once, and so is the next', async () => {
  const { ask, reported, questions } = database()
  const answer = async (value: number | undefined) => {
    const asked = ask()
    if (value === undefined) questions.at(-1)!.reject(new Error('away'))
    else questions.at(-1)!.resolve(value)
    return asked
  }
  const answers = []
  for (const value of [1, undefined, undefined, 2, undefined]) answers.push(await answer(value))
  expect({ answers, reported }).toEqual({
    answers: [1, undefined, undefined, 2, undefined],
    reported: ['away', 'away'],
  })
})

test('a database that keeps silent is waited for four seconds, and asked once', async () => {
  const { ask, reported, questions } = database()
  const asked = [ask(), ask()]
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await Promise.all(asked)).toEqual([undefined, undefined])
  const again = ask()
  questions[0]!.resolve(3)
  expect(await again).toBe(3)
  expect(questions).toHaveLength(1)
  expect(reported).toEqual(['The database has not answered for 4 seconds.'])
})
