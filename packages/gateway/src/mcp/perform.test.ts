import { operation, Problem } from '@roster/core/contract'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { performCall } from './perform.ts'

/** Makes a call that fails so, and returns its result and what is logged as an error. */
async function failing(error: Error) {
  const log = { error: vi.fn<(...line: unknown[]) => void>(), info() {} }
  const context = { baseUrl: 'https://api.example.com', requestId: 'req_1', admit: async () => ({ scopes: new Set() }), tell() {} } // prettier-ignore
  const performer = {
    operation: operation({
      method: 'GET',
      path: '/x',
      summary: 'Get',
      description: 'Gets.',
      scope: 'any',
      output: z.object({}),
    }),
    scopesFor: () => [],
    perform: async () => {
      throw error
    },
  }
  const { result } = await performCall(performer as never, { context, log, input: {} } as never)
  return { told: JSON.parse((result.content[0] as { text: string }).text), logged: log.error.mock.calls }
}

test('a fault of ours is logged with what broke, and an agent is told nothing of it', async () => {
  const broken = new Error('The column user_secret is missing.')
  const { told, logged } = await failing(broken)
  expect(told).toMatchObject({ status: 500, code: 'internal' })
  expect(JSON.stringify(told)).not.toContain('user_secret')
  expect(logged).toEqual([[{ err: broken, code: 'internal' }, expect.any(String)]])
})

test('a refusal is none', async () => {
  const { told, logged } = await failing(new Problem('not-found', 'There is none.'))
  expect([told.code, logged]).toEqual(['not-found', []])
})
