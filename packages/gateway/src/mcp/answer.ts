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

/** What messages are answered with. */
interface Sources {
  offered: Pick<Offered, 'tools' | 'resources'>
  serverInfo: Parameters<typeof answerTo>[2]
  /** The official package, for messages one by one; given a source of changes, for a stream. */
  protocolWith: ReturnType<typeof protocolsOf>
  protocol: McpHttpHandler
  /** What streams follow the log by; undefined where nothing is followed. */
  followed: Followed | undefined
  baseUrl: string
}

/** What of a request the protocol reads. Its credential is none of that. */
const HEADER = /^(?:accept|content-type|mcp-.+)$/

/** Makes what answers messages: plain calls of tools in place, streams by the log, and all else by the official package. */
export function answererOf({ offered, serverInfo, protocolWith, protocol, followed, baseUrl }: Sources): Answerer {
  /** The message that answers a plain call of a tool; undefined for all that the official package is to answer. */
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

  /** What has come to no operation, which would count, is a read. */
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

/** The same context, which knows whether a call has counted against a quota. */
function countingOf(context: RequestContext): RequestContext & { isCounted(): boolean } {
  let isCounted = false
  const admit: RequestContext['admit'] = (needs) => {
    isCounted = true
    return context.admit(needs)
  }
  return { ...context, admit, isCounted: () => isCounted }
}

/** The request as the official package reads it. It ends when the client goes away. */
function webRequest({ headers }: FastifyRequest, reply: FastifyReply, baseUrl: string): Request {
  const read = Object.entries(headers).filter(([name]) => HEADER.test(name)) as [string, string][]
  return new Request(baseUrl + MCP_PATH, { method: 'POST', headers: read, signal: clientGone(reply) })
}

/** Sends what the package answers: one message whole, a stream as it comes. */
async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  const type = answer.headers.get('content-type')
  if (type === 'text/event-stream') return reply.header('cache-control', 'no-store').send(answer)
  reply.code(answer.status)
  return type === null ? reply.header('cache-control', 'no-store').send() : sendMessage(reply, await answer.text())
}

/** Sends one message. */
export const sendMessage = (reply: FastifyReply, message: string): FastifyReply =>
  reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(message)
