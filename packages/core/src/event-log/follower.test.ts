import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { Follower } from './follower.ts'

test('who has left is told nothing any more, and its signal holds nothing of it', () => {
  const all = new Set<Follower>()
  const { signal } = new AbortController()
  const held = () => [all.size, getEventListeners(signal, 'abort').length]
  const [one, other] = [new Follower(all, signal), new Follower(all, signal)]
  expect(held()).toEqual([2, 2])
  one.leave()
  expect([...held(), all.has(other)]).toEqual([1, 1, true])
})
