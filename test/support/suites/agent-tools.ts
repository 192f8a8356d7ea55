import { encode } from 'gpt-tokenizer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agent, agentOf } from '../agent.ts'
import { exampleSecretOf } from '../examples.ts'
import { type Service, startService } from '../service.ts'
import { fill, type Subject } from '../subject.ts'

/** Tests that agents can use an application's tools: few tokens, common names and schemas, and the same list at every start. */
export function agentSuite({ application, open }: Subject): void {
  let service: Service
  let agent: Agent
  beforeAll(async () => {
    service = await startService({ application, open, mcp: true })
    await fill(service)
    agent = await agentOf(service.app, { 'x-api-key': exampleSecretOf(application) })
  })
  afterAll(() => service.stop())

  test('the list of tools takes at most 8,000 tokens', async () => {
    const { tools } = await agent.client.listTools()
    expect(encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(8_000)
  })

  test('names have at most 60 characters, and schemas are objects without alternatives at the top', async () => {
    const { tools } = await agent.client.listTools()
    for (const { name, inputSchema, outputSchema = { type: 'object' } } of tools) {
      expect(name).toMatch(/^[a-z][a-z0-9_]{0,59}$/)
      for (const schema of [inputSchema, outputSchema] as Record<string, unknown>[]) {
        expect(schema['type']).toBe('object')
        for (const alternatives of ['anyOf', 'oneOf', 'allOf', '$ref']) expect(schema).not.toHaveProperty(alternatives)
      }
    }
  })

  test('another process has the same tools and resources in the same order', async () => {
    const other = await startService({ application, beside: service, mcp: true })
    const { client } = await agentOf(other.app, { 'x-api-key': exampleSecretOf(application) })
    const listed = async ({ client: by }: Pick<Agent, 'client'>) => {
      const [{ tools }, { resources }, { resourceTemplates }] = [await by.listTools(), await by.listResources(), await by.listResourceTemplates()] // prettier-ignore
      return JSON.stringify({ tools, resources, resourceTemplates })
    }
    expect(await listed({ client })).toBe(await listed(agent))
    await other.app.close()
  })
}
