import { expect, test } from 'vitest'
import { preconditionOf } from './preconditions.ts'

const write = () => '{}'
const conditions = { 'if-match': '"1"' }
const replace = { name: 'books.replace' }

test('conditions that are about a record which nobody has loaded are a fault that names the operation', () => {
  expect(() => preconditionOf(conditions, write, replace)(undefined)).toThrow(
    'books.replace was sent conditions, and loads no record that they are about. Give its `on` a `load`.',
  )
})

test('a write that loads no record needs none where there are no conditions, or they are about something else', () => {
  expect(() => preconditionOf({}, write, replace)(undefined)).not.toThrow()
  expect(() => preconditionOf(conditions, undefined, replace)(undefined)).not.toThrow()
})
