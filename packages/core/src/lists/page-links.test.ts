import { expect, test } from 'vitest'
import { pageLinks } from './page-links.ts'

const URL = 'http://roster.test/v1/users?limit=2&role=viewer'

/** The links of a page, by relation. */
function linksOf(url: string, output: unknown): Record<string, string> {
  const links = pageLinks(url, output, 'cursor')?.split(', ') ?? []
  return Object.fromEntries(links.map((link) => /^<(.*)>; rel="(\w+)"$/.exec(link)!.slice(1, 3).toReversed()))
}
const numbered = (page: number, total_pages: number) => ({ data: [], pagination: { page, limit: 2, total_pages } })
const pages = (links: Record<string, string>) =>
  Object.fromEntries(Object.entries(links).map(([relation, link]) => [relation, link.replace(`${URL}&page=`, '')]))

test.each([
  ['the first page', 1, 3, { first: '1', next: '2', last: '3' }],
  ['a page in the middle', 2, 3, { first: '1', prev: '1', next: '3', last: '3' }],
  ['the last page', 3, 3, { first: '1', prev: '2', last: '3' }],
  ['the only page', 1, 1, { first: '1', last: '1' }],
  ['an empty list', 1, 0, { first: '1', last: '1' }],
  ['a page past the last one', 9, 3, { first: '1', prev: '3', last: '3' }],
  ['a page past the end of an empty list', 9, 0, { first: '1', prev: '1', last: '1' }],
  ['the last page by number of a longer list', 1_000, 1_001, { first: '1', prev: '999' }],
  ['a list that just fits', 999, 1_000, { first: '1', prev: '998', next: '1000', last: '1000' }],
])('%s has the links that exist, with the other parameters kept', (_what, page, total, expected) => {
  expect(pages(linksOf(URL, numbered(page, total)))).toEqual(expected)
})

test('a page number in the request is replaced', () => {
  const { next } = linksOf(`${URL}&page=2`, numbered(2, 3))
  expect(next).toBe(`${URL}&page=3`)
})

test('a walk has its start, and the next page where there is one', () => {
  const url = 'http://roster.test/v1/users?cursor=abc&search=a%20b'
  expect(linksOf(url, { data: [], next_cursor: 'd_-e', has_more: true })).toEqual({
    first: 'http://roster.test/v1/users?cursor=&search=a+b',
    next: 'http://roster.test/v1/users?cursor=d_-e&search=a+b',
  })
  expect(linksOf(url, { data: [], next_cursor: null, has_more: false })).toEqual({
    first: 'http://roster.test/v1/users?cursor=&search=a+b',
  })
})

test.each([undefined, null, 'text', { id: 'usr_1' }])('%j is no page and has no links', (output) => {
  expect(pageLinks(URL, output, 'cursor')).toBeUndefined()
})
