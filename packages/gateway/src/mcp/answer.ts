import type { McpHttpHandler, ServerEventBus } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../context/request-context.ts'
import { clientGone } from '../http/client-gone.ts'
import { type Followed, followedIn, listen, withUris } from './listen.ts'
import { MCP_PATH } from './path.ts'
import { answerTo, plainCallOf } from './plain-call.ts'
import { authInfoOf, type Offered, type protocolsOf } from './protocol.ts'
import { answersAtOnce } from './tool.ts'

/** Answers one message of an agent. */
export type Answerer = (request: FastifyRequest, reply: FastifyReply, context: RequestContext) => Promise<FastifyReply>

/** The parts that answer messages. */
interface Sources {
  offered: Pick<Offered, 'tools' | 'resources'>
  serverInfo: Parameters<typeof answerTo>[2]
  /** Makes a handler of the official package: for single messages; with a source of changes, for one stream. */
  protocolWith: ReturnType<typeof protocolsOf>
  protocol: McpHttpHandler
  /** The parts that follow the log for streams; undefined when there are no streams. */
  followed: Followed | undefined
  baseUrl: string
}

/** Headers that the protocol reads. Headers with a credential are not among them. */
const HEADER = /^(?:accept|content-type|mcp-.+)$/

/** Returns the function that answers messages: plain tool calls directly, streams from the log, all other messages with the official package. */
export function answererOf({ offered, serverInfo, protocolWith, protocol, followed, baseUrl }: Sources): Answerer {
  /** Returns the message that answers a plain tool call; undefined for messages that the official package must answer. */
  async function answerInPlace({ body, headers, log }: FastifyRequest, context: RequestContext) {
    const call = plainCallOf(body, headers)
    const tool = call && offered.tools.get(call.name)
    if (!tool || !answersAtOnce(tool)) return undefined
    const { result } = await tool.call({ ...call, context, log })
    return answerTo(call, result, serverInfo)
  }

  const askPackage = (request: FastifyRequest, reply: FastifyReply, context: RequestContext) => {
    const authInfo = authInfoOf({ context, log: request.log })!
    return ({ fetch }: McpHttpHandler, parsedBody: unknown) =>
      fetch(webRequest(request, reply, baseUrl), { authInfo, parsedBody })
  }

  /** Answers with the official package. A message that reached no operation counts as a read. */
  async function answerByPackage(request: FastifyRequest, reply: FastifyReply, context: RequestContext) {
    const counting = countingOf(context)
    const response = await askPackage(request, reply, counting)(protocol, request.body)
    if (!counting.isCounted()) await context.admit({ method: 'GET' })
    return send(reply, response)
  }

  async function follow(request: FastifyRequest, reply: FastifyReply, context: RequestContext, uris: Set<string>) {
    const ask = askPackage(request, reply, context)
    const answerFrom = (source: ServerEventBus) => {
      const own = protocolWith(source)
      return { protocol: own, response: ask(own, withUris(request.body, uris)) }
    }
    const refused = await listen({ request, reply, context, uris, answer: answerFrom }, followed!)
    return refused ? send(reply, refused) : reply
  }

  return async (request, reply, context) => {
    const message = await answerInPlace(request, context)
    if (message !== undefined) return sendMessage(reply, message)
    const uris = followed && followedIn(request.body, offered.resources)
    return uris ? follow(request, reply, context, uris) : answerByPackage(request, reply, context)
  }
}

/** Returns the context with `isCounted`, which tells whether a call has counted against a quota. */
function countingOf(context: RequestContext): RequestContext & { isCounted(): boolean } {
  let isCounted = false
  const admit: RequestContext['admit'] = (needs) => {
    isCounted = true
    return context.admit(needs)
  }
  return { ...context, admit, isCounted: () => isCounted }
}

/** Returns the request that the official package reads. Its signal is aborted when the client disconnects. */
function webRequest({ headers }: FastifyRequest, reply: FastifyReply, baseUrl: string): Request {
  const read = Object.entries(headers).filter(([name]) => HEADER.test(name)) as [string, string][]
  return new Request(baseUrl + MCP_PATH, { method: 'POST', headers: read, signal: clientGone(reply) })
}

/** Sends the answer of the package: a message as a whole, a stream as it arrives. */
async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const type = answer.headers.get('content-type')
  if (type === 'text/event-stream') return reply.header('cache-control', 'no-store').send(answer)
  reply.code(answer.status)
  return type === null ? reply.header('cache-control', 'no-store').send() : sendMessage(reply, await answer.text())
}

/** Sends one message. */
export const sendMessage = (reply: FastifyReply, message: string): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(message)
