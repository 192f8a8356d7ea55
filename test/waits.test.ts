import { expect, test } from 'vitest'
import { filesOf, textOf } from '../scripts/imports.ts'

const files = filesOf('packages/*/src/**/*.ts', 'test/**/*.ts').filter((file) => file !== 'test/waits.test.ts')

/** The end of arguments with a time limit: a number, or an object with a `timeout`. */
const LIMITED = /,\s*(?:[\w\s*]+|\{[^{}]*\btimeout\b[^{}]*\}),?\s*$/

/** Returns the arguments of each call of `vi.waitFor`. */
const waitsIn = (text: string): string[] =>
  Array.from(text.matchAll(/vi\.waitFor\(/g), ({ 0: call, index }) => upToBracket(text.slice(index + call.length)))

/** Returns a text up to the bracket that closes what was opened before it. */
function upToBracket(text: string): string {
  let depth = 1
  const signs = Array.from(text)
  const end = signs.findIndex((sign) => (depth += sign === '(' ? 1 : sign === ')' ? -1 : 0) === 0)
  return signs.slice(0, end).join('')
}

test('no test gives up after a second, the default of `vi.waitFor`', () => {
  const waits = files.flatMap((file) => waitsIn(textOf(file)).map((given) => ({ file, given })))
  expect(waits.length).toBeGreaterThan(10)
  expect(waits.filter(({ given }) => !LIMITED.test(given))).toEqual([])
})
