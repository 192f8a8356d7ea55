import { expect, test } from 'vitest'
import { formsOf } from '../text/forms.ts'
import { prefixFor } from './prefix.ts'

const INVOICES = { plural: formsOf('invoices'), singular: formsOf('invoice') }

test.each(['newId', 'idSchema', 'exampleId'])('a prefix is taken where a source names it in %s', (name) => {
  expect(prefixFor(INVOICES, [`${name}('inv', 1)`])).toBe('invo')
})

test('a resource whose every beginning is taken has a prefix of its own still', () => {
  const taken = Array.from('invoices', (_, index) => `newId('${'invoices'.slice(0, index + 1)}')`)
  expect(prefixFor(INVOICES, taken)).toBe('invoices0')
})
