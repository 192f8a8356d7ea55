import { application as roster } from '@roster/api'
import { makeExports } from '@roster/core/source/exports/worker'
import { workOf } from '@roster/core/source/exports/exports.fixture'
import type { Caller } from '@roster/test/caller'
import { ask, type Said } from '@roster/test/mcp'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentResources } from './resources.ts'
import { tasksOf } from './tasks.ts'

const TASKS = { capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } }

let service: Service
let agent: Caller

beforeAll(async () => {
  service = await startService({ mcp: true })
  agent = await agentWith({})
  for (const name of ['Ada', 'Bob'])
    await service.admin.sdk.users.create({ name, email: `${name}@example.com`, role: 'viewer' })
})
afterAll(() => service.stop())

async function agentWith(body: object): Promise<Caller> {
  const key = { name: 'Exporter', role: 'admin', scopes: ['read:users'], ...body } as const
  return service.withKey((await service.admin.sdk.apiKeys.create(key as never)).secret)
}

/** Starts an export by the tool, and returns the result. */
async function start(said: Said = TASKS, by = agent, format = 'ndjson'): Promise<any> {
  service.clock.advance(120_001)
  return (await ask(by, 'tools/call', { name: 'start_export', arguments: { format } }, said)).body.result
}

const get = async (taskId: string, by = agent): Promise<any> => (await ask(by, 'tasks/get', { taskId }, TASKS)).body

test('a client that knows tasks is given one for an export, and asks how far it is until the file is there', async () => {
  const begun = await start()
  const createdAt = new Date(service.clock.now()).toISOString()
  const task = { taskId: expect.stringMatching(/^roster:\/\/exports\/exp_/), createdAt, ttlMs: 86_400_000 }
  expect(begun).toMatchObject({ resultType: 'task', status: 'working', statusMessage: '0 of 2 records', ...task })
  expect(begun).toMatchObject({ pollIntervalMs: 1_000, lastUpdatedAt: createdAt })
  expect(begun).not.toHaveProperty('result')

  expect((await get(begun.taskId)).result).toMatchObject({ resultType: 'complete', status: 'working', ...task })
  await makeExports(workOf(service))
  const { result: ended } = await get(begun.taskId)
  expect(ended).toMatchObject({ resultType: 'complete', status: 'completed', statusMessage: '2 of 2 records', ...task })
  const { structuredContent: made } = ended.result
  expect(JSON.parse(ended.result.content[0].text)).toEqual(made)
  expect((await agent.rest(`GET ${new URL(made.file.href).pathname}`)).body).toContain('Ada@example.com')
})

test('a call by name is a task too, and a repeated one is the same task', async () => {
  service.clock.advance(120_001)
  const call = { name: 'call_operation', arguments: { operation: 'exports.create', input: { format: 'csv' } } }
  const { body: first } = await ask(agent, 'tools/call', call, TASKS)
  const { body: again } = await ask(agent, 'tools/call', call, TASKS)
  expect(first.result.resultType).toBe('task')
  expect(again.result.taskId).toBe(first.result.taskId)
  await makeExports(workOf(service))
})

test.each([
  ['no extension', {}],
  ['another extension', { capabilities: { extensions: { 'com.example/other': {} } } }],
])('a client that knows %s is given the record, and no task', async (_, said) => {
  const { resultType, structuredContent, ...rest } = await start(said)
  expect({ resultType, structuredContent }).toMatchObject({
    resultType: 'complete',
    structuredContent: { status: 'pending' },
  })
  expect(rest).not.toHaveProperty('taskId')
  for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update'])
    expect(await ask(agent, method, { taskId: `roster://exports/${structuredContent.id}` }, said)).toMatchObject({
      body: {
        error: {
          code: -32_021,
          data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
        },
      },
    })
  await makeExports(workOf(service))
})

test('what is done when its call is answered is no task', async () => {
  const { structuredContent: begun } = await start({})
  const operation = roster.resources.exports.contract.operations.create!
  const tasks = tasksOf([], { uriAt: (path: string) => `roster:/${path}` } as AgentResources)
  const told = (status: string) =>
    tasks.begunBy(operation, { content: [], structuredContent: { ...begun, status } }, 0)?.status
  expect(['pending', 'running', 'succeeded', 'failed'].map(told)).toEqual(['working', 'working', undefined, undefined])
  await makeExports(workOf(service))
})

test('an export that failed is a task that is completed, with a result that says so', async () => {
  const { taskId } = await start()
  const id = taskId.split('/').at(-1)
  await service.database.query({ text: `update exports set status = 'failed' where id = $1` }, [id])
  expect((await get(taskId)).result).toMatchObject({
    status: 'completed',
    result: { isError: true, content: [{ text: expect.stringContaining('Start it anew') }, {}] },
  })
})

test("a task is found by who may read its record alone, and another's is refused like a missing one", async () => {
  const { taskId } = await start()
  const { id } = await service.admin.sdk.users.create({ name: 'Eve', email: 'eve@example.com', role: 'viewer' })
  const eve = await agentWith({ role: 'viewer', user_id: id })
  const withoutNames = ({ error }: any) => ({ code: error.code, detail: error.data.detail })
  const missing = withoutNames(await get('roster://exports/exp_none', eve))
  expect(withoutNames(await get(taskId, eve))).toEqual(missing)
  expect(missing.code).toBe(-32_602)
  for (const other of ['nothing', `roster://users/${id}`, 'roster://me', ''])
    expect(await get(other)).toMatchObject({ error: { code: -32_602 } })
  await makeExports(workOf(service))
})

test('cancelling is acknowledged, and the work goes on: nothing ends an export', async () => {
  const { taskId } = await start()
  const { body } = await ask(agent, 'tasks/cancel', { taskId }, TASKS)
  expect(Object.keys(body.result)).toEqual(['resultType', '_meta'])
  await makeExports(workOf(service))
  expect((await get(taskId)).result).toMatchObject({ status: 'completed' })
  expect(await ask(agent, 'tasks/cancel', { taskId: 'roster://exports/exp_none' }, TASKS)).toMatchObject({
    body: { error: { code: -32_602 } },
  })
})
