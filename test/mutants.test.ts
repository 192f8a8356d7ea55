import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { broken } from '../scripts/mutants/mutant.ts'
import { mutants } from '../scripts/mutants/places.ts'
import { sampleOf } from '../scripts/mutants/sample.ts'

const pathOf = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url))

// `npm run test:mutants` tries them; that takes minutes.
test.each(mutants)('there is a place for: $what', (mutant) => {
  expect(() => broken(mutant, readFileSync(pathOf(mutant.file), 'utf8'))).not.toThrow()
  expect(mutant.tests.filter((file) => !existsSync(pathOf(file)))).toEqual([])
})

test('no breakage is listed twice', () => {
  const names = mutants.map(({ what }) => what)
  expect(new Set(names).size).toBe(names.length)
})

test('all breakages are tried unless a sample is asked for, which the seed chooses', () => {
  expect(sampleOf(mutants)).toHaveLength(mutants.length)
  const [one, again, other] = ['a', 'a', 'b'].map((seed) => sampleOf(mutants, { sample: 60, seed }))
  expect(one).toHaveLength(60)
  expect(again).toEqual(one)
  expect(other).not.toEqual(one)
})
