import type { Caller } from './caller.ts'
import { expect } from 'vitest'

let count = 0

export const newUser = () => ({ name: 'Ada', email: `ada.${count++}@example.com`, role: 'viewer' })

export const newKey = () => ({ 'idempotency-key': `key ${count++}` })

const unlike = { date: expect.any(String), 'x-request-id': expect.toBeId('req') }

/** Sends a request twice with one idempotency key, and checks that the second response repeats the first one. */
export async function expectReplay(who: Caller, request: string, body: unknown, headers: object = {}) {
  const key = { ...newKey(), ...headers }
  const first = await who.rest(request, body, key)
  const again = await who.rest(request, body, key)
  expect(first.headers).not.toHaveProperty('idempotent-replayed')
  expect(again).toEqual({
    ...first,
    headers: { ...first.headers, ...unlike, 'idempotent-replayed': 'true' },
  })
  expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  return first
}
