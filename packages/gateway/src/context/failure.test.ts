import { startService } from '@roster/test/service'
import { expect, test } from 'vitest'

test.each([
  ['an answer', false],
  ['a redirect to https', true],
])(
  '%s with a header that cannot be sent is a problem of ours, with its own status, reason and headers',
  async (_what, httpsOnly) => {
    const service = await startService({ baseUrl: 'http://例え.jp', httpsOnly })
    const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(`${url}/users`, { redirect: 'manual' })
    expect([answer.status, answer.statusText]).toEqual([500, 'Internal Server Error'])
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.json()).toMatchObject({ status: 500 })
    await service.stop()
  },
)
