import { operation, resource } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { codeOf, filesOf, onFilms } from '../generated.fixture.ts'
import { Records } from '../schema/records.ts'
import { described } from './operation.ts'

test('an example of a body that the body refuses stops the generator', () => {
  const add = operation({
    method: 'POST',
    path: '/books',
    summary: 'Add a book',
    description: 'Adds a book.',
    scope: 'any',
    body: { title: z.string().max(4) },
    example: { title: 'Persuasion' },
  })
  const books = resource({ name: 'books', title: 'Books', description: 'Books.', events: {}, operations: { add } })
  expect(() => described(add, books, new Records('Library', []), 'books.ts')).toThrow(
    /^In the body of books\.add is an example that its schema refuses \(title: .+\)\. Mend one of the two\.$/,
  )
})

test('a path parameter that no variable could be called is a parameter of the method all the same', async () => {
  const find = onFilms({ path: '/films/{2fa_id}', params: { '2fa_id': z.string().meta({ examples: ['a'] }) } })
  expect(await codeOf({ find })).toContain('find(_2faId: string')
})

test('the examples of an application that is called by a word of the language are code', async () => {
  const files = await filesOf({ all: onFilms({ path: '/films' }) }, 'Switch')
  expect(files.get('src/resources/films.ts')).toContain('await switch_.films.all()')
  expect(files.get('README.md')).toContain('const switch_ = new Switch(')
})
