import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { appByHand, requires } from '../by-hand.ts'
import { serve } from '../serve.ts'
import { input, keys, stored, user } from './users.ts'

/** The official server, as in its documentation: a new server for each request, with one tool. */
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: 'by-hand', version: '1.0.0' })
  server.registerTool(
    'get_user',
    { description: 'Reads one user by id.', inputSchema: input, outputSchema: user },
    ({ user_id }) => {
      const found = stored.get(user_id)
      if (!found) return { isError: true, content: [{ type: 'text', text: 'There is no such user.' }] }
      return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: { ...found } }
    },
  )
  return server
})

const app = appByHand()

app.post('/mcp', { onRequest: requires('read:users', (secret) => keys.get(secret)) }, async (request, reply) => {
  const read = Object.entries(request.headers) as [string, string][]
  const answer = await handler.fetch(new Request('http://127.0.0.1/mcp', { method: 'POST', headers: read }), {
    parsedBody: request.body,
  })
  return reply
    .code(answer.status)
    .type('application/json')
    .send(await answer.text())
})

await serve(app)
