import { expect, test } from 'vitest'
import { z } from 'zod'
import { mockIds } from './mock-ids.ts'

test.each([
  ['id', z.int(), { first: 1 }],
  ['id', z.int().min(7), { first: 7 }],
  ['id', z.int().gt(10), { first: 11 }],
  ['book_id', z.string(), { uuid: true }],
  ['isbn', z.uuid(), { uuid: true }],
  ['isbn', z.string(), {}],
])('the first identifier that the mock gives as %s is one that its schema takes: %#', (key, schema, form) => {
  expect(mockIds(key, schema)).toEqual(form)
})
