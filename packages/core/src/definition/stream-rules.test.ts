import { streamOperation } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DefinitionError } from './definition.ts'
import { book, define, get, having } from './sound.fixture.ts'

const words = { summary: 'Follow', description: 'Follows.', scope: 'see:books' }
const after = z.string().optional()

const following = (query: z.ZodRawShape) =>
  define({
    resources: {
      books: having({
        get: get(),
        follow: streamOperation({ ...words, path: '/api/books/stream', query, output: book }),
      }),
    },
  })

test.each([{}, { after: z.string() }])('a stream on which no client can go on is refused: %#', (query) => {
  expect(following(query)).toThrow(
    new DefinitionError([
      'books.follow takes no optional parameter after, with which clients go on after a lost connection. Add it to its `query`, as `z.string().optional()`.',
    ]),
  )
})

test('a stream with a parameter that is a credential is refused', () => {
  expect(following({ after, ticket: z.string().optional() })).toThrow(
    new DefinitionError([
      'books.follow takes the parameter ticket, which is a credential in streams. Call it otherwise.',
    ]),
  )
  expect(following({ after, of: z.string().optional() })).not.toThrow()
})
