import { Access, namingOf, type Resource } from '@roster/core/contract'
import { mockedApplication } from '@roster/generator'
import { createMockOf, type Mock, type MockOf } from '@roster/sdk/testing'
import { errors } from './errors.ts'

const access = new Access({
  scopes: { 'use:pad': 'Use it' },
  roles: { boss: { scopes: 'every', records: 'all' } },
  scopeFor: { keys: 'use:pad', clients: 'use:pad', webhooks: 'use:pad', events: 'use:pad', metrics: 'use:pad' },
})

/** Returns the mock of an application that has only these contracts. */
export const mockOfContracts = (resources: readonly Resource[], more: Partial<MockOf> = {}): Mock =>
  createMockOf({ ...mockedApplication({ naming: namingOf('Pad'), resources, access, errors }), ...more })

/** Returns a function that sends requests to a mock, such as `POST /films`, with every scope. */
export function callerOf(mock: Mock) {
  return async (request: string, body?: object, more: Record<string, string> = {}) => {
    const [method = '', path = ''] = request.split(' ')
    const headers = { 'x-api-key': 'test', 'content-type': 'application/json', ...more }
    const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers }
    const response = await mock.fetch(`http://localhost:3000${path}`, init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
  }
}
