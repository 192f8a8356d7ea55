import { operation, resource } from '@roster/core/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { callerOf, mockOfContracts } from '../support/mocked.ts'

const words = { summary: 'S', description: 'D', scope: 'any' } as const
const tags = z.array(z.string())
const film = z
  .object({ id: z.int().min(1), title: z.string(), tags: tags.default([]) })
  .meta({ id: 'Film', description: 'A film.' })

/** Makes two films, and replaces them if `method` is PUT, while a test changes the tags of the first. Returns the tags of the second. */
async function tagsBeside(body: z.ZodRawShape, method: 'POST' | 'PUT', sent: object = {}) {
  const form = { ...words, output: film }
  const params = { film_id: film.shape.id }
  const films = resource({
    name: 'films',
    title: 'Films',
    description: 'Some.',
    events: {},
    operations: {
      create: operation({ ...form, method: 'POST', path: '/films', body: { title: z.string(), ...body }, status: 201 }),
      get: operation({ ...form, method: 'GET', path: '/films/{film_id}', params }),
      replace: operation({
        ...form,
        method: 'PUT',
        path: '/films/{film_id}',
        params,
        body: { title: z.string(), ...body },
      }),
    },
  })
  const mock = mockOfContracts([films])
  const call = callerOf(mock)
  const made: number[] = []
  for (const title of ['One', 'Two']) {
    const { body: record } = await call('POST /films', { title, ...sent })
    if (method === 'PUT') await call(`PUT /films/${record.id}`, { title })
    made.push(record.id as number)
    const records = mock.db['films'] as { tags: string[] }[]
    records[0]!.tags.push('changed')
  }
  const { body: last } = await call(`GET /films/${made[1]}`)
  return last.tags as string[]
}

test.each([
  ['a member of the record alone', {}, 'POST', {}],
  ['a member of the body', { tags: tags.default([]) }, 'POST', {}],
  ['a member of the body before it is checked', { tags: z.any().prefault([]) }, 'POST', {}],
  ['a member of the body that is faulty', { tags: tags.catch([]) }, 'POST', { tags: 1 }],
  ['a member that a replacement leaves out', { tags: tags.optional() }, 'PUT', { tags: ['old'] }],
] as const)('what a test changes in a record is no default of another: that of %s', async (_, body, method, sent) => {
  expect(await tagsBeside(body, method, sent)).toEqual([])
})
