import {
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import type { FastifyInstance } from 'fastify'
import { fetchWithin } from './client.ts'
import { BASE_URL } from './service.ts'

/** Revisions of the Model Context Protocol that the tests' agents use. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const

export type Revision = (typeof REVISIONS)[number]

/** The result of a tool call. Text that is JSON is parsed. */
export interface Answer {
  isError: boolean
  /** Parsed content of a success or of a problem. */
  body: any
  texts: string[]
}

/** An agent that calls the tools of a service, with the protocol's official client. */
export interface Agent {
  readonly client: Client
  call(tool: string, input?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<Answer>
}

/** Connects an agent to a service in this process. It sends these headers as its credential. */
export function agentOf(
  app: FastifyInstance,
  credential: Record<string, string>,
  revision?: Revision,
  capabilities?: ClientCapabilities,
): Promise<Agent> {
  const within = fetchWithin(app, credential)
  const fetch = (url: string | URL, init: RequestInit = {}) => within(String(url), init)
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', BASE_URL), { fetch })
  return agentOver(transport, revision, capabilities)
}

/** Connects an agent to a service at a URL. It uses sockets, so it can read streams. */
export function agentAt(url: string, credential: Record<string, string>, revision?: Revision): Promise<Agent> {
  const requestInit = { headers: credential }
  return agentOver(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }), revision)
}

/** Connects an agent over a transport of the official client. */
export async function agentOver(
  transport: Transport,
  revision: Revision = '2026-07-28',
  capabilities: ClientCapabilities = {},
): Promise<Agent> {
  const mode = revision === '2026-07-28' ? { pin: revision } : ('legacy' as const)
  const client = new Client({ name: 'test-agent', version: '1.0.0' }, { versionNegotiation: { mode }, capabilities })
  await client.connect(transport)
  return {
    client,
    async call(name, input, _meta) {
      const {
        isError = false,
        content,
        structuredContent,
      } = await client.callTool({
        name,
        arguments: input,
        ...(_meta && { _meta }),
      })
      const texts = (content as { text: string }[]).map(({ text }) => text)
      return { isError, body: structuredContent ?? parsed(texts[0]!), texts }
    },
  }
}

function parsed(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : text
}
