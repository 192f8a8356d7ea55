import { listOf, streamOperation } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DefinitionError } from './definition.ts'
import { book, data, define, get, having, type Refused } from './sound.fixture.ts'

const tool = { name: 'get_book', description: 'Reads one book.' }

const followed = { path: '/api/books/news', summary: 'Follow', description: 'News.', scope: 'see:books', query: { after: z.string().optional() }, output: book } // prettier-ignore

const REFUSED: readonly Refused[] = [
  [
    'a tool for agents with a name that clients cut',
    { resources: { books: having({ get: get({ agent: { ...tool, name: 'g'.repeat(61) } }) }) } },
    `books.get calls its tool for agents "${'g'.repeat(61)}". Take a small letter, then at most 59 small letters, digits and underscores, and not search_operations or call_operation.`,
  ],
  [
    'a tool for agents with the name of one of the gateway',
    { resources: { books: having({ get: get({ agent: { ...tool, name: 'call_operation' } }) }) } },
    'books.get calls its tool for agents "call_operation". Take a small letter, then at most 59 small letters, digits and underscores, and not search_operations or call_operation.',
  ],
  [
    'two tools for agents with one name',
    {
      resources: {
        books: having({
          get: get({ agent: tool }),
          find: get({ path: '/api/books/{book_id}/cover', agent: tool }),
        }),
      },
    },
    'books.find has the tool for agents get_book, as books.get has. Call one of them otherwise.',
  ],
  [
    'a tool for agents that nothing is said of',
    { resources: { books: having({ get: get({ agent: { ...tool, description: ' ' } }) }) } },
    'books.get describes its tool for agents in 0 characters. Say in 1 to 600 when to call it.',
  ],
  [
    'a tool for agents of which too much is said',
    { resources: { books: having({ get: get({ agent: { ...tool, description: 'x'.repeat(601) } }) }) } },
    'books.get describes its tool for agents in 601 characters. Say in 1 to 600 when to call it.',
  ],
  [
    'a tool for agents that answers with a list that has no cursor',
    {
      resources: {
        books: having({ list: get({ path: '/api/books', params: {}, agent: tool, output: listOf(book, 'Book') }) }),
      },
    },
    'books.list is a tool for agents, and its output is no plain `z.object` and no list. Make it one of the two.',
  ],
  [
    'a tool for agents that is a stream',
    { resources: { books: having({ get: get(), follow: Object.assign(streamOperation(followed), { agent: tool }) }) } },
    'books.follow is a tool for agents, and they cannot call it. Take back its `agent`.',
  ],
  [
    'a tool for agents that takes away what it only reads',
    { resources: { books: having({ get: get({ agent: { ...tool, destructive: true } }) }) } },
    'books.get is destructive and read-only to agents. Take back one of the two.',
  ],
  [
    'a tool for agents that answers with alternatives',
    { resources: { books: having({ get: get({ agent: tool, output: z.union([book, data]) }) }) } },
    'books.get is a tool for agents, and its output is no plain `z.object` and no list. Make it one of the two.',
  ],
  [
    'a tool for agents that REST alone offers',
    { resources: { books: having({}, { rest: { get: get({ agent: tool }) } }) } },
    'books.get is a tool for agents, and they cannot call it. Take back its `agent`.',
  ],
  [
    'a tool for agents without a name',
    { resources: { books: having({ get: get({ agent: { description: tool.description } }) }) } },
    'books.get calls its tool for agents "undefined". Take a small letter, then at most 59 small letters, digits and underscores, and not search_operations or call_operation.',
  ],
  [
    'a tool for agents without a description',
    { resources: { books: having({ get: get({ agent: { name: tool.name } }) }) } },
    'books.get describes its tool for agents in 0 characters. Say in 1 to 600 when to call it.',
  ],
]

test('names of 60 characters and descriptions of 600 are taken, and what GET takes away where it says that it does', () => {
  const agent = { name: 'g'.repeat(60), description: 'x'.repeat(600), destructive: true, readOnly: false }
  expect(define({ resources: { books: having({ get: get({ agent }) }) } })).not.toThrow()
})

test.each(REFUSED)('%s is refused', (_what, given, message) => {
  expect(define(given)).toThrow(new DefinitionError([message]))
})
