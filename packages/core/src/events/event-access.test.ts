import { expect, test } from 'vitest'
import { EventAccess } from './event-access.ts'

const events = new EventAccess(
  new Map([
    ['user.created', 'read:users'],
    ['order.created', 'read:orders'],
    ['log.rotated', undefined],
  ]),
)

const maySee = (event: string, ...scopes: string[]) =>
  events.maySee({ scopes: new Set(scopes), owner: null }, { event, user_id: null })

test('an event is seen with the scope of its name, and one that needs none without any', () => {
  expect([maySee('user.created', 'read:users'), maySee('user.created', 'read:orders')]).toEqual([true, false])
  expect(maySee('log.rotated')).toBe(true)
})

test('an event whose name is not known is seen with the scopes for all events, and with no fewer', () => {
  expect(maySee('invoice.created', 'read:users', 'read:orders')).toBe(true)
  expect([maySee('invoice.created', 'read:users'), maySee('invoice.created')]).toEqual([false, false])
})
