import { expect, test } from 'vitest'
import { DefinitionError } from './definition.ts'
import { define, get, having, id, type Refused } from './sound.fixture.ts'

const ending = { since: '2026-11-25', sunset: '2027-11-25', link: 'https://library.example/news' }

const REFUSED: readonly Refused[] = [
  ...['HEAD', 'get', undefined].map((method): Refused => [
    `the method ${method}`,
    { resources: { books: having({ one: get({ method }) }) } },
    `books.one has the method "${method}". Take one of GET, POST, PUT, PATCH, DELETE.`,
  ]),
  ...[301, 404, 42].map((status): Refused => [
    `a success with the status ${status}`,
    { resources: { books: having({ get: get({ status }) }) } },
    `books.get answers a success with the status ${status}. Take one of 200, 201, 202, 204, and list errors among its \`errors\`.`,
  ]),
  [
    'a body that GET would have',
    { resources: { books: having({ get: get({ body: { shelf: id } }) }) } },
    'books.get has a `body`, which GET does not send. Make it a `query`, or take POST.',
  ],
  [
    'an output that a status does not send',
    { resources: { books: having({ take: get({ method: 'DELETE', status: 204 }) }) } },
    'books.take has an `output`, which the status 204 does not send. Take 200, or no output.',
  ],
  [
    'a status that sends an output where there is none',
    { resources: { books: having({ get: get({ output: undefined, status: 200 }) }) } },
    'books.get answers 200 and has no `output`. Give it one, or take 204.',
  ],
  ...['soon', '1', '2026-02-32', '2026-02-30', '2026-11-25T10:00', '2026-11-25T00:00:00.500Z', undefined].map(
    (since): Refused => [
      `a deprecation since ${since}`,
      { resources: { books: having({ get: get({ deprecated: { ...ending, since } }) }) } },
      `books.get is deprecated with \`since\` "${since}", which is no date. Write one such as 2026-11-25.`,
    ],
  ),
  [
    'a deprecation that ends at no date',
    { resources: { books: having({ get: get({ deprecated: { ...ending, sunset: 'later' } }) }) } },
    'books.get is deprecated with `sunset` "later", which is no date. Write one such as 2026-11-25.',
  ],
  [
    'a deprecation that ends before it begins',
    { resources: { books: having({ get: get({ deprecated: { ...ending, sunset: '2026-11-24' } }) }) } },
    'books.get may be gone from 2026-11-24 on, before it is deprecated, 2026-11-25. Let `sunset` come after `since`.',
  ],
  ...[undefined, '/news', 'https://library.example/a>\n'].map((link): Refused => [
    `a deprecation that links to ${link}`,
    { resources: { books: having({ get: get({ deprecated: { ...ending, link } }) }) } },
    `books.get is deprecated with the \`link\` ${JSON.stringify(link)}, which is no address. Write one such as https://example.com/news.`,
  ]),
  [
    'a cookie where others than browsers call',
    { resources: { books: having({ get: get({ cookie: () => null }) }) } },
    'books.get has a `cookie`, which RPC does not send. Move it from `operations` to `rest`.',
  ],
  [
    'work of which nothing can be read',
    { resources: { books: having({ start: get({ method: 'POST', work: () => undefined }) }) } },
    'books.start tells of `work` that goes on, and not where to read of it. Add the `location` of its record.',
  ],
]

test.each(REFUSED)('%s is refused', (_what, given, message) => {
  expect(define(given)).toThrow(new DefinitionError([message]))
})

test('a deprecation may begin and end at a second of the day', () => {
  const deprecated = { ...ending, since: '2026-11-25T09:30:00Z', sunset: '2028-02-29T00:00:00Z' }
  expect(define({ resources: { books: having({ get: get({ deprecated }) }) } })).not.toThrow()
})

test('an operation of REST alone may have a cookie', () => {
  expect(define({ resources: { books: having({}, { rest: { get: get({ cookie: () => null }) } }) } })).not.toThrow()
})
