import { expect, test } from 'vitest'
import { ended, left } from './left.ts'

test('what ends is left no more, also where it fails', async () => {
  const end = Promise.withResolvers<void>()
  const waiting = [ended('requests', Promise.resolve()), ended('exports', end.promise)]
  expect(left()).toEqual(['requests', 'exports'])
  end.reject(new Error('The database is gone.'))
  await Promise.allSettled(waiting)
  expect(left()).toEqual([])
})
