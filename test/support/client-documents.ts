import { documentReader, openGuardedAgent, type ReadDocument } from '@roster/gateway'
import { destinations } from './destinations.ts'
import { Receiver } from './receiver.ts'

/** Host whose client metadata documents the tests provide. */
export const AGENT_HOST = 'agent.example'
/** Client identifier of an unregistered agent: the URL of its metadata document. */
export const AGENT_ID = `https://${AGENT_HOST}/client.json`
/** Redirect URI of the agent. */
export const AGENT_REDIRECT = 'http://127.0.0.1/callback'

/** Returns the metadata document of the agent. `members` replaces some of its members. */
export const agentDocument = (members: Record<string, unknown> = {}) => ({
  client_id: AGENT_ID,
  client_name: 'Helper',
  redirect_uris: [AGENT_REDIRECT],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...members,
})

/** Returns an answerer that sends a document. */
export const withDocument =
  (document: unknown, headers: Record<string, string> = {}): Receiver['answer'] =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(document))

/** Starts the server of documents, whose answers the tests set, and a reader that reaches `AGENT_HOST` there. Other hosts are reached as usual. */
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
