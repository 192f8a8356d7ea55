import { expect, test } from 'vitest'
import { z } from 'zod'
import { DefinitionError } from './definition.ts'
import { define, exported, exporting, type Refused } from './sound.fixture.ts'

const exportOf = (given: object) => ({ exports: exporting({ books: { ...exported, ...given } }) })

const REFUSED: readonly Refused[] = [
  [
    'an export that selects nothing',
    exportOf({ select: undefined }),
    'The export of books has no `select`. Give it the function that says which records pass.',
  ],
  [
    'an export that must be narrowed',
    exportOf({ filter: { shelf: z.string(), page: z.string().optional() } }),
    'The export of books requires shelf in its `filter`. Make it optional.',
  ],
  [
    'an export with a filter that no request can send',
    exportOf({ filter: { from: z.date().optional() } }),
    'The filter of the export of books takes from in the type date, which cannot be sent as JSON. Declare what is sent instead, such as a string.',
  ],
]

test.each(REFUSED)('%s is refused', (_what, given, message) => {
  expect(define(given)).toThrow(new DefinitionError([message]))
})
