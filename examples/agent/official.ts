import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { orderTea } from './errand.ts'
import { patientFetch } from './patient-fetch.ts'
import { credential, url } from './settings.ts'
import { outcomeOf } from './tools.ts'

const client = new Client({ name: 'tea-agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
const requestInit = { headers: await credential() }
await client.connect(new StreamableHTTPClientTransport(url, { fetch: patientFetch, requestInit }))

const { tools } = await client.listTools()
console.log(`Tools: ${tools.map(({ name }) => name).join(', ')}\n`)

await orderTea(async (name, input) => outcomeOf(await client.callTool({ name, arguments: input })), console.log)
await client.close()
