import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leastProcessorTime } from './support/processor-time.ts'

const FOLDERS = ['packages/core/src', 'packages/api/src', 'packages/gateway/src']
const COMMENT = /^\s*(?:\/\/|\/?\*).*$/gm
const LITERAL = /(?<=[=(,!?:]\s*)\/(?![/*])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g

/** Runs only over what JSON.parse has read, where every string ends. */
const OVER_JSON = String.raw`/"(?:[^"\\]|\\.)*"/g`

const root = join(import.meta.dirname, '..')
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name)),
)

const expressions = sources.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8').replace(COMMENT, '')
  return [...text.matchAll(LITERAL)].map(([literal, source, flags]) => [file, literal, source!, flags!] as const)
})

/** What a caller could repeat to make an expression try again and again. */
const PARTS = [
  'a',
  'A',
  '0',
  ' ',
  '\t',
  ',',
  '.',
  '-',
  '_',
  '/',
  ':',
  ';',
  '=',
  '%',
  '"',
  '\\',
  '\\"',
  '""',
  '",',
  'a.',
]
const STARTS = ['', '"', '"a"', 'W/"', 'a@', '/v1/', 'GET ', 'charset=', '{', '`', '=']
const LENGTH = 20_000
/** In milliseconds of processor time: one look at a text takes a hundredth of it, a look from each of its places three times as long. */
const LIMIT = 100

test('the expressions of contract and gateway are found', () => {
  expect(expressions.length).toBeGreaterThan(40)
})

test.each(expressions.filter(([, literal]) => literal !== OVER_JSON))(
  '%s: %s is done with any text in no time',
  async (_file, _literal, source, flags) => {
    const expression = new RegExp(source, flags.replace('g', ''))
    for (const start of STARTS) {
      for (const part of PARTS) {
        const text = `${start}${part.repeat(LENGTH / part.length)}\u0000`
        const time = await leastProcessorTime(LIMIT, () => expression.test(text))
        expect(time, `${JSON.stringify(start)} and many ${JSON.stringify(part)}`).toBeLessThan(LIMIT)
      }
    }
  },
)
