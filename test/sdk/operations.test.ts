import type { AnyOperation } from '@roster/core/contract'
import { type Scope, scopes, resources } from '@roster/api'
import { List, type Roster } from '@roster/sdk'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { operationsOf } from '../../packages/generator/src/client/operation.ts'
import { clientAt } from '../support/client.ts'
import { exampleOf, fillWithExamples, giveExampleSession } from '../support/examples.ts'
import { type Service, startService } from '../support/service.ts'

type Methods = Record<string, (...parameters: unknown[]) => any>

const contracts = Object.values(resources).map(({ contract }) => contract)
// What REST alone offers is for browsers: it needs their cookies.
const operations = contracts.flatMap((contract) => operationsOf({ ...contract, rest: {} }))
const all = operations.map((operation) => [operation.name, operation] as const)

let service: Service
let roster: Roster
beforeAll(async () => {
  service = await startService()
  roster = clientAt(await service.app.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(() => service.stop())
beforeEach(() => fillWithExamples(service.database, service.clock.now()))

const resourceOf = (name: string, of = roster) => (of as unknown as Record<string, Methods>)[name.split('.')[0]!]!

/** Calls a method as the examples of its operation show. */
function call({ name, pathNames, parameters, example }: AnyOperation, by = roster) {
  const ids = pathNames.map((id) => exampleOf(parameters.shape[id]))
  return resourceOf(name, by)[name.split('.')[1]!]!(...ids, ...(example === undefined ? [] : [example]))
}

test.each(all.filter(([, { output }]) => output))('%s gives what the contract says', async (_name, operation) => {
  await makeRoom()
  const pending = call(operation)
  const { data, response, requestId } = await pending.withResponse()
  expect(response.status).toBe(operation.status)
  expect(requestId).toBe(response.headers.get('x-request-id'))
  const record = pending instanceof List ? { ...data } : data
  expect(operation.output!.parse(record)).toEqual(record)
})

test.each(all.filter(([, { output, status }]) => !output && status === 204))(
  '%s gives nothing',
  async (_name, operation) => {
    await makeRoom()
    const caller = operation.name === 'sessions.end' ? await keyOfUser() : roster
    const { data, response } = await call(operation, caller).withResponse()
    expect(response.status).toBe(204)
    expect(data).toBeUndefined()
  },
)

test.each(contracts.map((contract) => [contract.name, contract] as const))(
  '%s has a method for each operation, and no other',
  (name, contract) => {
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(resourceOf(name)))
    const ownMethods = methods.filter((method) => method !== 'constructor' && !method.endsWith('AndWait'))
    const names = operationsOf(contract).map((operation) => operation.name.split('.')[1])
    expect(new Set(ownMethods)).toEqual(new Set(names))
  },
)

/** A second administrator, so that the one of the examples can be changed and deleted. */
const makeRoom = () => roster.users.create({ name: 'Other', email: 'other@example.com', role: 'admin' })

/** A client that acts as the user of the examples, whose the session of the examples is then. */
async function keyOfUser(): Promise<Roster> {
  const ada = (await roster.users.list()).data.find(({ email }) => email === 'ada@example.com')!
  await giveExampleSession(service.database, ada.email)
  const key = { name: 'Own', role: 'admin', scopes: Object.keys(scopes) as Scope[], user_id: ada.id } as const
  const { secret } = await roster.apiKeys.create(key)
  return clientAt(roster.baseUrl, { apiKey: secret })
}
