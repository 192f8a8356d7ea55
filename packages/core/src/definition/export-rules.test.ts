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
]

test.each(REFUSED)('%s is refused', (_what, given, message) => {
  expect(define(given)).toThrow(new DefinitionError([message]))
})
