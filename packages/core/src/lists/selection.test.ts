import { expect, test } from 'vitest'
import { beyond, sorting } from './selection.ts'

test('the column of an order is one name, whatever is in it', () => {
  const order = { sort: 'id" desc --', order: 'asc' } as const
  expect(sorting(order, 'id')).toBe('"id"" desc --" asc, "id" asc')
  expect(beyond(order, 'id', (member) => member)).toBe('("id"" desc --", "id") > (value, id)')
})
