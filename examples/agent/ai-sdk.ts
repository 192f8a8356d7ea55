import { createMCPClient } from '@ai-sdk/mcp'
import { orderTea } from './errand.ts'
import { patientFetch } from './patient-fetch.ts'
import { credential, url } from './settings.ts'
import { outcomeOf, type ToolAnswer } from './tools.ts'

const headers = await credential()
const client = await createMCPClient({ transport: { type: 'http', url: url.href, headers, fetch: patientFetch } })

// These are what `generateText({ tools })` takes. Here the program calls them in place of a model.
const tools = await client.tools()
console.log(`Tools: ${Object.keys(tools).join(', ')}\n`)

await orderTea(async (name, input = {}) => {
  const answer = await tools[name]!.execute(input, { toolCallId: name, messages: [], context: undefined })
  return outcomeOf(answer as ToolAnswer)
}, console.log)
await client.close()
