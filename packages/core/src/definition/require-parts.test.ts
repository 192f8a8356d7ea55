import { expect, test } from 'vitest'
import { z } from 'zod'
import { DefinitionError } from './definition.ts'
import { define, having, type Refused } from './sound.fixture.ts'

const NO_ID =
  'The `account` of the application is no plain `z.object` with an `id`, by which an account is known. Give it the record of who signs in, such as `z.object({ id, name })`.'

const isNo = (part: string, mend: string): Refused => [
  `no ${part}`,
  { [part]: undefined },
  `The \`${part}\` of the application is ${mend}`,
]

const REFUSED: readonly Refused[] = [
  isNo('name', 'no text. Give it what people call the application, such as Library.'),
  isNo('access', 'no `Access`. Give it `new Access({ scopes, roles, scopeFor })`.'),
  isNo('basePath', 'no text. Give it a path such as /api.'),
  isNo('findAccount', 'no function. Give it one that finds the record of an account by its `id`.'),
  isNo('resources', 'no object. Give it what `implement` returns, by the names of the resources.'),
  isNo('exports', 'not what `exportsOf` returns. Give it that.'),
  isNo('ledgers', 'no list of ledgers. Give it one such as `[coreLedger, ledgerOf(directory)]`.'),
  ['no account', { account: undefined } as never, NO_ID],
  ['an account that is no object', { account: z.string().meta({ examples: ['ada'] }) as never }, NO_ID],
  [
    'an account without an id',
    { account: z.object({ name: z.string() }).meta({ examples: [{ name: 'Ada' }] }) as never },
    NO_ID,
  ],
  [
    'exports that are another resource',
    { exports: having({}) as never },
    'The `exports` of the application is not what `exportsOf` returns. Give it that.',
  ],
  ...[undefined, { name: 'books' }].map((books): Refused => [
    `a resource that is ${JSON.stringify(books)}`,
    { resources: { books } },
    'The resource books is not what `implement` returns. Give it that; where it is undefined, see whether two modules import each other.',
  ]),
]

test.each(REFUSED)('%s is refused', (_what, given, message) => {
  expect(define(given)).toThrow(new DefinitionError([message]))
})

test('every part that is missing is named at once', () => {
  expect(define({ name: undefined as never, basePath: undefined as never })).toThrow(/`name`[^\n]+\n[^\n]+`basePath`/)
})
