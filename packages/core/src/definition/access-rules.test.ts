import { expect, test } from 'vitest'
import { DefinitionError } from './definition.ts'
import { define, exported, exporting, get, having, policy, type Refused, scopeFor } from './sound.fixture.ts'

const REFUSED: readonly Refused[] = [
  [
    'no role that may do everything',
    { access: policy({ roles: { reader: { scopes: ['see:books'], records: 'own' } } }) },
    "No role of `access` may do everything, so that nobody could begin. Give one `scopes: 'every'` and `records: 'all'`.",
  ],
  [
    'a role of the core',
    {
      access: policy({
        roles: { librarian: { scopes: 'every', records: 'all' }, service: { scopes: [], records: 'own' } },
      }),
    },
    'The role service has the name of what OAuth clients act in. Call it otherwise.',
  ],
  [
    'a scope of the core',
    { access: policy({ scopes: { 'see:books': '', desk: '', openid: '' } }) },
    'The scope openid has a name that means something to the core. Call it otherwise.',
  ],
  [
    'a scope that stands for any credential',
    { access: policy({ scopes: { 'see:books': '', desk: '', any: '' } }) },
    'The scope any has a name that means something to the core. Call it otherwise.',
  ],
  ...['see books', 'see"books', 'see\\books', ''].map((scope): Refused => [
    `the scope ${scope}`,
    { access: policy({ scopes: { 'see:books': '', desk: '', [scope]: '' } }) },
    `The scope "${scope}" cannot be written in a token. Take letters, digits and signs, but no space, quotation mark or backslash.`,
  ]),
  [
    'a last role that may do more than another',
    {
      access: policy({
        roles: { reader: { scopes: ['see:books'], records: 'own' }, librarian: { scopes: 'every', records: 'all' } },
      }),
    },
    'The role librarian stands last, so that keys get it which name none, and may do more than reader. Put the role last that may do the least.',
  ],
  [
    'a scope that does not exist',
    { resources: { books: having({ get: get({ scope: 'read:books' }) }) } },
    'books.get takes the scope "read:books", which `access` does not have. Add it there, or take one of see:books, desk.',
  ],
  [
    'a scope that does not exist, for the records of others',
    { resources: { books: having({ get: get({ scope: 'any', scopeForOthers: 'read:books' }) }) } },
    'books.get takes the scope "read:books", which `access` does not have. Add it there, or take one of see:books, desk.',
  ],
  [
    'a scope that does not exist, for a role',
    {
      access: policy({
        roles: { librarian: { scopes: 'every', records: 'all' }, reader: { scopes: ['read:books'], records: 'own' } },
      }),
    },
    'The role reader takes the scope "read:books", which `access` does not have. Add it there, or take one of see:books, desk.',
  ],
  [
    'a scope that does not exist, for events',
    { resources: { books: having({ get: get() }, { readScope: 'read:books' }) } },
    'The `readScope` of books takes the scope "read:books", which `access` does not have. Add it there, or take one of see:books, desk.',
  ],
  [
    'a scope that does not exist, for what is exported',
    { exports: exporting({ books: exported, scrolls: { ...exported, scope: 'read:books' } }) },
    'The export of scrolls takes the scope "read:books", which `access` does not have. Add it there, or take one of see:books, desk.',
  ],
  [
    'no scope for what the core lets somebody do',
    { access: policy({ scopeFor: { events: 'see:books' } }) },
    'The `scopeFor` of `access` names no scope for keys, clients, webhooks, metrics. Name one of see:books, desk for each.',
  ],
  [
    'a scope that does not exist, for what the core lets somebody do',
    { access: policy({ scopeFor: { ...scopeFor, keys: 'hold:keys' } }) },
    'The `scopeFor` of keys takes the scope "hold:keys", which `access` does not have. Add it there, or take one of see:books, desk.',
  ],
  [
    'a scope that does not exist, for exports',
    { exports: exporting({ books: exported }, { scope: 'read:books' }) },
    'The `scope` of exports takes the scope "read:books", which `access` does not have. Add it there, or take one of see:books, desk.',
  ],
]

test.each(REFUSED)('%s is refused', (_what, given, message) => {
  expect(define(given)).toThrow(new DefinitionError([message]))
})
