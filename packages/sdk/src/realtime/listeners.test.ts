import { expect, test } from 'vitest'
import { Listeners } from './listeners.ts'

test('each listener of a name is told what happens by that name, until it is taken away', () => {
  const listeners = new Listeners<{ push: number; close: number }>()
  const told: unknown[] = []
  const end = listeners.add('push', (value) => told.push(['first', value]))
  listeners.add('push', (value) => told.push(['second', value]))
  expect([listeners.tell('push', 1), listeners.tell('close', 2)]).toEqual([true, false])
  end()
  listeners.tell('push', 3)
  expect(told).toEqual([
    ['first', 1],
    ['second', 1],
    ['second', 3],
  ])
})

test('a listener that is added while something is told is told what happens next', () => {
  const listeners = new Listeners<{ push: number }>()
  const told: number[] = []
  const end = listeners.add('push', () => {
    end()
    listeners.add('push', (value) => told.push(value))
  })
  listeners.tell('push', 1)
  listeners.tell('push', 2)
  expect(told).toEqual([2])
})
