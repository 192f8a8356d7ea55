import { expect, test } from 'vitest'
import { resourceNameOf } from './resource-name.ts'

const singularOf = (plural: string) => resourceNameOf([plural], new Set()).singular.kebab

test.each([
  ['invoices', 'invoice'],
  ['purchase-orders', 'purchase-order'],
  ['categories', 'category'],
  ['movies', 'movie'],
  ['http-cookies', 'http-cookie'],
  ['ties', 'tie'],
  ['addresses', 'address'],
  ['branches', 'branch'],
  ['caches', 'cache'],
  ['boxes', 'box'],
  ['statuses', 'status'],
  ['bonuses', 'bonus'],
  ['houses', 'house'],
  ['clauses', 'clause'],
  ['excuses', 'excuse'],
  ['aliases', 'alias'],
  ['databases', 'database'],
  ['analyses', 'analysis'],
  ['responses', 'response'],
  ['heroes', 'hero'],
  ['shoes', 'shoe'],
  ['shelves', 'shelf'],
  ['archives', 'archive'],
  ['photos', 'photo'],
])('one of the %s is called %s', (plural, singular) => {
  expect(singularOf(plural)).toBe(singular)
})

test.each(['series', 'test-series', 'species', 'status', 'analysis', 'menus'])(
  'of %s both words are asked for, since it may be a singular',
  (word) => {
    expect(() => singularOf(word)).toThrow(`"${word}" is no plural that tells its singular. Say both`)
    expect(resourceNameOf([word, 'one'], new Set()).singular.kebab).toBe('one')
  },
)
