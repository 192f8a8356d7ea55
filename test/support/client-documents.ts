import { documentReader, openGuardedAgent, type ReadDocument } from '@roster/gateway'
import { destinations } from './destinations.ts'
import { Receiver } from './receiver.ts'

/** Host whose documents tests write. */
export const AGENT_HOST = 'agent.example'
/** What names an agent that nobody has registered: the address of its document. */
export const AGENT_ID = `https://${AGENT_HOST}/client.json`
/** Where it waits for its user. */
export const AGENT_REDIRECT = 'http://127.0.0.1/callback'

/** The document of an agent, unless some of its members are others. */
export const agentDocument = (members: Record<string, unknown> = {}) => ({
  client_id: AGENT_ID,
  client_name: 'Helper',
  redirect_uris: [AGENT_REDIRECT],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...members,
})

/** Answers with a document. */
export const withDocument =
  (document: unknown, headers: Record<string, string> = {}): Receiver['answer'] =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document))

/** The server of documents, which tests make answer. All other hosts are reached, or not, as in the world. */
export async function startDocuments(): Promise<{ host: Receiver; readDocument: ReadDocument }> {
  const host = await Receiver.start(withDocument(agentDocument()))
  const local = `http://127.0.0.1:${host.port}`
  const open = async () =>
    (await openGuardedAgent(destinations)).compose((dispatch) => (options, handler) => {
      const isOurs = String(options.origin) === `https://${AGENT_HOST}`
      return dispatch(isOurs ? { ...options, origin: local } : options, handler)
    })
  return { host, readDocument: documentReader(open) }
}
