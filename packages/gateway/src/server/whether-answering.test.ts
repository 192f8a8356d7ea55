import { expect, test, vi } from 'vitest'
import { whetherAnswering } from './whether-answering.ts'

const SOON = 20

const silent = () => new Promise<never>(() => {})
const failing = () => Promise.reject(new Error('The server has gone.'))
const answering = () => Promise.resolve([])

test('a database answers, or fails, or keeps silent, which is not waited for', async () => {
  expect(await whetherAnswering({ query: answering })()).toBe(true)
  expect(await whetherAnswering({ query: failing })()).toBe(false)
  expect(await whetherAnswering({ query: silent }, SOON)()).toBe(false)
})

test('those who want to know at once share a question, and the next one asks anew', async () => {
  const query = vi.fn<(question: object) => Promise<never[]>>(silent)
  const isAnswering = whetherAnswering({ query }, SOON)
  expect(await Promise.all([isAnswering(), isAnswering(), isAnswering()])).toEqual([false, false, false])
  expect(query.mock.calls).toEqual([[{ text: 'select 1', query_timeout: SOON }]])
  query.mockImplementation(answering)
  expect(await isAnswering()).toBe(true)
  expect(query).toHaveBeenCalledTimes(2)
})
