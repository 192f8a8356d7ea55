import { auth, createMCPClient, type OAuthAuthorizationServerInformation, type OAuthTokens } from '@ai-sdk/mcp'
import { orderTea } from './errand.ts'
import { patientFetch } from './patient-fetch.ts'
import { key, scope, url } from './settings.ts'
import { SignIn } from './sign-in.ts'
import { outcomeOf, type ToolAnswer } from './tools.ts'

const credential = key ? { headers: { 'X-API-Key': key } } : { authProvider: await signedIn() }
const client = await createMCPClient({ transport: { type: 'http', url: url.href, fetch: patientFetch, ...credential } })

// `generateText({ tools })` takes these tools. Here the program calls them in place of a model.
const tools = await client.tools()
console.log(`Tools: ${Object.keys(tools).join(', ')}\n`)

await orderTea(async (name, input = {}) => {
  const answer = await tools[name]!.execute(input, { toolCallId: name, messages: [], context: undefined })
  return outcomeOf(answer as ToolAnswer)
}, console.log)
await client.close()

async function signedIn() {
  const authProvider = new SignIn<OAuthTokens, OAuthAuthorizationServerInformation>()
  const server = { serverUrl: url, fetchFn: patientFetch }
  await auth(authProvider, { ...server, scope })
  const { code, state, iss } = Object.fromEntries(await authProvider.answer())
  await auth(authProvider, { ...server, authorizationCode: code!, callbackState: state!, callbackIssuer: iss! })
  return authProvider
}
