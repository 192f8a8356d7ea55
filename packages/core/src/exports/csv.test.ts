import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('cells with commas, quotes or line breaks are quoted', () => {
  expect(csvLine(['a', 'b,c', 'say "hi"', 'two\nlines', '', 1])).toBe('a,"b,c","say ""hi""","two\nlines",,1\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝A1', '＋1', '－1', '＠A1'])(
  '%j cannot become a formula',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`)
  },
)

test('a number is left alone, whatever its sign', () => {
  expect(csvLine([-5, 0, -0.25, '-5', 1e21])).toBe("-5,0,-0.25,'-5,1e+21\r\n")
})

test('what is a formula sign inside of a text stays as it is', () => {
  expect(csvLine(["O'Neil", 'a=b', 'x-y', 'ada+tag@example.com'])).toBe("O'Neil,a=b,x-y,ada+tag@example.com\r\n")
})

test('a reader of RFC 4180 gets back every cell', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\r', '\n', '=', ' ') })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (cells) => {
      const guarded = cells.map((text) => (/^[=\r\n]/.test(text) ? `'${text}` : text))
      expect(readLine(csvLine(cells))).toEqual(guarded)
    }),
  )
})

/** The cells of one record, read by the grammar of RFC 4180. */
function readLine(line: string): string[] {
  const cells = line.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)
  return Array.from(cells, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!)
}
