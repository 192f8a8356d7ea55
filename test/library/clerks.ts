import { Access } from '@roster/core/contract'
import { mocked } from '@roster/examples/library/mock'
import { createMockOf } from '@roster/sdk/testing'
import { afterAll, beforeAll } from 'vitest'
import { fill } from '../support/subject.ts'
import { exampleSecretOf } from '../support/examples.ts'
import { callerOf } from '../support/mocked.ts'
import { type Service, startService } from '../support/service.ts'
import { library } from './library.ts'

/** Sends a request such as `POST /api/people` with the secret of a key, as the administrator without one. */
export type Send = (request: string, body?: object, secret?: string) => Promise<{ status: number; body: any }>

type Scope = (typeof mocked.access.scopes)[number]

/**
 * Registers a library with clerks who hold these scopes on the records of their branch. Returns the service and the mock of it, each with a function that
 * begins anew and returns the function that sends requests there.
 */
export function libraryOfClerks(clerkScopes: readonly Scope[]): [which: string, prepare: () => Promise<Send>][] {
  const { scopes, scopeFor, roles } = mocked.access
  const policy = { scopes, scopeFor, roles: { ...roles, clerk: { scopes: clerkScopes, records: 'own' } } } as const
  let service: Service
  beforeAll(async () => {
    const application = { ...library.application, access: new Access(policy) as never }
    service = await startService({ application, open: library.open })
  })
  afterAll(() => service.stop())

  async function sendToService(): Promise<Send> {
    await fill(service)
    return (request, body, secret = exampleSecretOf(library.application)) => service.withKey(secret).rest(request, body)
  }

  async function sendToMock(): Promise<Send> {
    const send = callerOf(createMockOf({ ...mocked, access: policy }))
    return (request, body, secret = 'test') => send(request, body, { 'x-api-key': secret })
  }

  return [
    ['service', sendToService],
    ['mock', sendToMock],
  ]
}
