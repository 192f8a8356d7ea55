import {
  auth,
  Client,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { orderTea } from './errand.ts'
import { patientFetch } from './patient-fetch.ts'
import { key, scope, url } from './settings.ts'
import { SignIn } from './sign-in.ts'
import { outcomeOf } from './tools.ts'

const client = new Client({ name: 'tea-agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
await client.connect(key ? withKey(key) : await signedIn())

const { tools } = await client.listTools()
console.log(`Tools: ${tools.map(({ name }) => name).join(', ')}\n`)

await orderTea(async (name, input) => outcomeOf(await client.callTool({ name, arguments: input })), console.log)
await client.close()

function withKey(secret: string) {
  const requestInit = { headers: { 'X-API-Key': secret } }
  return new StreamableHTTPClientTransport(url, { fetch: patientFetch, requestInit })
}

async function signedIn() {
  const authProvider = new SignIn<StoredOAuthTokens, OAuthDiscoveryState>()
  const transport = new StreamableHTTPClientTransport(url, { fetch: patientFetch, authProvider })
  await auth(authProvider, { serverUrl: url, scope, fetchFn: patientFetch })
  await transport.finishAuth(await authProvider.answer())
  return transport
}
