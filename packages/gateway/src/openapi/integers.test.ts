import { expect, test } from 'vitest'
import { nameIntegerFormats } from './integers.ts'

const integer = () => ({ type: 'integer' })
const named = { type: 'integer', format: 'int64' }

test('an integer has a format wherever a schema is, whatever its name', () => {
  const document = {
    components: { schemas: { enum: { properties: { example: integer(), default: { items: integer() } } } } },
    paths: { '/': { get: { responses: { default: { content: { 'application/json': { schema: integer() } } } } } } },
  }
  nameIntegerFormats(document)
  expect(document).toEqual({
    components: { schemas: { enum: { properties: { example: named, default: { items: named } } } } },
    paths: { '/': { get: { responses: { default: { content: { 'application/json': { schema: named } } } } } } },
  })
})

test.each(['const', 'default', 'enum', 'example', 'examples'])(
  'a value that looks like an integer stays: %s',
  (keyword) => {
    const value = [{ name: 'Age', type: 'integer' }]
    nameIntegerFormats({ schema: { [keyword]: value } })
    expect(value).toEqual([{ name: 'Age', type: 'integer' }])
  },
)
