import { expect, test } from 'vitest'
import { z } from 'zod'
import { formatsOf } from './formats.ts'

const { ndjson, csv } = formatsOf(
  z.object({
    name: z.string(),
    price: z.number(),
    count: z.int().min(0).nullable().optional(),
    tags: z.array(z.string()).optional(),
  }),
)

test('what the schema calls a number is written as one, where a driver gives it as a text', () => {
  const row = { name: '-1', price: '-12.50', count: 7n, hidden: 's3cret' }
  expect(ndjson.line(row)).toBe('{"name":"-1","price":-12.5,"count":7}\n')
  expect(csv.line(row)).toBe("'-1,-12.5,7,\r\n")
})

test('nothing stays nothing, and a text that is no number stays a text', () => {
  const row = { name: 'a', price: 'NaN', count: null, tags: ['b'] }
  expect(ndjson.line(row)).toBe('{"name":"a","price":"NaN","count":null,"tags":["b"]}\n')
  expect(csv.line(row)).toBe('a,NaN,,"[""b""]"\r\n')
})

test('the members of the schema are the columns', () => {
  expect(ndjson.header).toBe('')
  expect(csv.header).toBe('name,price,count,tags\r\n')
})

test('what the schema does not declare is not written, at any depth', () => {
  const phone = { phone: '1' }
  const contact = z.object({ phone: z.string() })
  const formats = formatsOf(
    z.object({ contact: contact.nullable(), others: z.array(contact).optional(), any: z.unknown() }),
  )
  const row = { contact: { ...phone, note: 's3cret' }, others: [{ ...phone, note: 's3cret' }], any: { a: 1 } }
  expect(formats.ndjson.line(row)).toBe('{"contact":{"phone":"1"},"others":[{"phone":"1"}],"any":{"a":1}}\n')
  expect(formats.csv.line(row)).not.toContain('s3cret')
  expect(formats.ndjson.line({ contact: null, any: null })).toBe('{"contact":null,"any":null}\n')
})
