import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { teller } from './teller.ts'

const CLEAR = '\r\u001b[2K'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A teller, and what it has written. */
function telling(isTTY: boolean) {
  const written: string[] = []
  const stream = { isTTY, write: (text: string) => written.push(text) > 0 }
  return { ...teller(stream), written }
}

test('on a terminal what goes on is written over, and what is said stays', () => {
  const tell = telling(true)
  tell.say('begun')
  tell.show('1 of 2')
  tell.show('2 of 2')
  tell.say('done')
  tell.say('of all')
  tell.show('more')
  tell.end()
  expect(tell.written).toEqual(['begun\n', '1 of 2', `${CLEAR}2 of 2`, `${CLEAR}done\n`, 'of all\n', 'more', CLEAR])
})

test('elsewhere what goes on is a line every ten seconds, and nothing is written over', () => {
  const tell = telling(false)
  vi.advanceTimersByTime(60_000)
  tell.show('first')
  vi.advanceTimersByTime(10_000)
  tell.show('too soon')
  tell.say('said')
  vi.advanceTimersByTime(1)
  tell.show('second')
  tell.end()
  expect(tell.written.filter((text) => text !== '')).toEqual(['first\n', 'said\n', 'second\n'])
})
