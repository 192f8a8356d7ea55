import { MAX_PAGE } from '../contract/max-page.ts'

type Output = Record<string, unknown>
interface Pagination {
  page: number
  total_pages: number
}

/**
 * Returns the `Link` header of a page (RFC 8288): `first`, `prev`, `next` and `last` where they exist, with the other parameters kept. Undefined for an output
 * that is no page. Pages by number end at `MAX_PAGE`. `url` is absolute, `cursor` the name of the parameter that takes cursors, if one does.
 */
export function pageLinks(url: string, output: unknown, cursor: string | undefined): string | undefined {
  if (typeof output !== 'object' || output === null) return undefined
  const targets = targetsOf(output as Output, cursor)
  if (!targets) return undefined
  return Object.entries(targets)
    .map(([relation, [name, value]]) => `<${withParameter(url, name, value)}>; rel="${relation}"`)
    .join(', ')
}

type Targets = Record<string, [name: string, value: string]>

function targetsOf(output: Output, cursor: string | undefined): Targets | undefined {
  if ('pagination' in output) return offsetTargets(output['pagination'] as Pagination)
  if ('next_cursor' in output && cursor !== undefined) return cursorTargets(cursor, output['next_cursor'])
  return undefined
}

function offsetTargets({ page, total_pages }: Pagination): Targets {
  const last = Math.max(total_pages, 1)
  return {
    first: ['page', '1'],
    ...(page > 1 && { prev: ['page', String(Math.min(page - 1, last))] }),
    ...(page < Math.min(total_pages, MAX_PAGE) && { next: ['page', String(page + 1)] }),
    ...(last <= MAX_PAGE && { last: ['page', String(last)] }),
  }
}

function cursorTargets(name: string, next: unknown): Targets {
  return { first: [name, ''], ...(typeof next === 'string' && { next: [name, next] }) }
}

function withParameter(url: string, name: string, value: string): string {
  const target = new URL(url)
  target.searchParams.set(name, value)
  return target.href
}
