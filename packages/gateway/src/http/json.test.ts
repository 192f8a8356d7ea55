import { processorTime } from '@roster/test/processor-time'
import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { parseJson } from './json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('what JSON.stringify writes is read as it was', () => {
  const withoutProto = fc.jsonValue({ maxDepth: 8 }).filter((value) => !JSON.stringify(value).includes('"__proto__"'))
  fc.assert(
    fc.property(withoutProto, fc.constantFrom(undefined, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      expect(parseJson(bytes(text))).toEqual(JSON.parse(text))
    }),
  )
})

test('a member that comes twice is refused at any depth, whatever its values', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), fc.jsonValue(), fc.nat({ max: 30 }), (name, first, second, depth) => {
      const member = JSON.stringify(name)
      const object = `{${member}:${JSON.stringify(first)},${member}:${JSON.stringify(second)}}`
      expect(() => parseJson('['.repeat(depth) + object + ']'.repeat(depth))).toThrow('The JSON ')
    }),
  )
})

test.each([
  ['nothing', '', 'is empty'],
  ['white space', '  ', 'is not valid JSON'],
  ['half a document', '{"a":', 'is not valid JSON'],
  ['two documents', '{}{}', 'is not valid JSON'],
  ['a comment', '{} // why', 'is not valid JSON'],
  ['a byte order mark', '\u{feff}{}', 'starts with a byte order mark'],
  ['a doubled member', '{"a":1,"a":1}', 'has a member twice in one object'],
  ['a doubled member in an array', '[[{"a":1,"b":{"a":2,"a":3}}]]', 'has a member twice in one object'],
  ['a member doubled by an escape', '{"a":1,"\\u0061":2}', 'has a member twice in one object'],
  ['a __proto__ member', '{"a":{"__proto__":{}}}', 'has a member named __proto__'],
  ['an escaped __proto__ member', '{"\\u005f_proto__":1}', 'has a member named __proto__'],
  ['33 levels', nested(33), 'is nested deeper than 32 levels'],
  ['33 levels beside a member', `{"a":1,"b":${nested(32)}}`, 'is nested deeper than 32 levels'],
])('%s is malformed JSON', (_, text, what) => {
  expect(() => parseJson(bytes(text))).toThrow(
    expect.objectContaining({ code: 'malformed-json', message: expect.stringContaining(`The JSON ${what}`) }),
  )
})

test.each([
  ['a lone continuation byte', [0x22, 0x80, 0x22]],
  ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
  ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ['UTF-16', [0xff, 0xfe, 0x7b, 0x00]],
])('bytes with %s are no UTF-8 and malformed JSON', (_, given) => {
  expect(() => parseJson(Uint8Array.from(given))).toThrow('The JSON is not UTF-8.')
})

test.each([
  ['colons and quotes in strings', '{"a:b":"c\\":\\"d:","e":":\\\\"}', { 'a:b': 'c":"d:', e: ':\\' }],
  [
    'equal names in different objects',
    '[{"a":1},{"a":2},{"b":{"a":3},"a":4}]',
    [{ a: 1 }, { a: 2 }, { b: { a: 3 }, a: 4 }],
  ],
  ['names that objects inherit', '{"constructor":1,"toString":2}', { constructor: 1, toString: 2 }],
  ['__proto__ as a value', '["__proto__"]', ['__proto__']],
  ['32 levels', nested(32), JSON.parse(nested(32))],
])('%s are read', (_, text, value) => {
  expect(parseJson(bytes(text))).toEqual(value)
})

test('a MiB of anything is read or refused at once', async () => {
  const size = 1_000_000
  const long = JSON.stringify('\\"'.repeat(size / 4))
  const time = await processorTime(() => {
    expect(parseJson(bytes(long))).toHaveLength(size / 2)
    expect(parseJson(bytes(`[${'0,'.repeat(size / 2)}0]`))).toHaveLength(size / 2 + 1)
    for (const broken of ['['.repeat(size), '{"a":'.repeat(size / 5), `"${'\\'.repeat(size)}`, '"'.repeat(size)])
      expect(() => parseJson(bytes(broken))).toThrow('The JSON is not valid JSON')
    expect(() => parseJson(bytes(nested(size / 2)))).toThrow('The JSON is')
  })
  expect(time).toBeLessThan(2_000)
})
