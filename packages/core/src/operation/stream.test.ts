import { expect, test } from 'vitest'
import { z } from 'zod'
import { Problem } from '../contract/problem.ts'
import { streamOperation } from '../contract/stream-operation.ts'
import { onStream } from './stream.ts'

const follow = {
  ...streamOperation({
    path: '/things',
    summary: 'Follow',
    description: 'Follow.',
    scope: 'any',
    query: { after: z.string().optional() },
    output: z.object({ id: z.string() }),
  }),
  name: 'things.follow',
}

test('a subscription whose caller has lost its access in the middle of a batch is given no more of it', async () => {
  const ending = new AbortController()
  const connection = {
    feed: { cursor: 'a:9' },
    signal: ending.signal,
    drained: async () => {},
    close: () => ending.abort(),
  }
  async function* batches() {
    yield [1, 2, 3].map((seq) => ({ cursor: `a:${seq}` }))
  }
  const procedure = onStream(follow, {
    follow: async () => ({ cursor: 'a:0', reset: false, batches: batches() }) as never,
    itemOf: ({ cursor }) => cursor,
  }) as unknown as (call: object) => Promise<AsyncIterator<unknown>>
  const ctx = { connect: async () => connection }
  const items = await procedure({ ctx, path: follow.name, type: 'subscription', getRawInput: async () => ({}) })
  expect(await items.next()).toMatchObject({ value: ['a:1', 'a:1', expect.anything()] })
  ending.abort(new Problem('unauthenticated'))
  await expect(items.next()).rejects.toMatchObject({ cause: { code: 'unauthenticated' } })
})
