import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { type AnyOperation, isStream } from '@roster/core/contract'
import type { Application } from '@roster/core'
import { isProcedure, restRequest } from './protocols.ts'
import type { HttpResponse } from './caller.ts'
import type { Service } from './service.ts'

/** One way to call an operation. */
export interface Transport {
  name: string
  /** Whether the transport offers an operation of an application. */
  offers(operation: AnyOperation, application: Application): boolean
  /** Calls an operation with its whole input as one object, with headers that carry a credential. */
  call(service: Service, operation: AnyOperation, input: object, headers: Record<string, string>): Promise<HttpResponse>
}

/** Whether an operation is a procedure that answers once. Subscriptions have separate tests, because they send a refusal as an event of their stream. */
const answersOnce = (operation: AnyOperation, application: Application) =>
  !isStream(operation) && isProcedure(application, operation.name)

const rest: Transport = {
  name: 'REST',
  offers: (operation) => !isStream(operation),
  async call(service, operation, input, headers) {
    const { request, body } = restRequest(operation, input)
    return service.sending(headers).rest(request, body)
  },
}

const rpc: Transport = {
  name: 'tRPC',
  offers: answersOnce,
  async call(service, operation, input, headers) {
    const answer = await service.sending(headers).rpc(operation.name, input)
    return { ...answer, status: answer.status === 200 ? operation.status : answer.status }
  },
}

/** Opens a socket for each call. A refusal of the handshake is the answer to the call. */
const rpcSocket: Transport = {
  name: 'tRPC over WebSocket',
  offers: answersOnce,
  async call(service, operation, input, headers) {
    const socket = await openSocket(service, '/trpc', headers)
    if (!(socket instanceof WebSocket)) return socket
    const method = operation.method === 'GET' ? 'query' : 'mutation'
    const answered = once(socket, 'message')
    socket.send(JSON.stringify({ id: 1, method, params: { path: operation.name, input } }))
    const [{ data }] = (await answered) as [{ data: string }]
    socket.close()
    const { result, error } = JSON.parse(data)
    const problem = error?.data.problem
    return { status: problem?.status ?? operation.status, headers: {}, body: problem ?? result.data }
  },
}

/** The WebSocket of live events. Its handshake is the answer to the call. */
const socket: Transport = {
  name: 'WebSocket',
  offers: isStream,
  async call(service, operation, _input, headers) {
    const opened = await openSocket(service, '/ws', headers)
    if (!(opened instanceof WebSocket)) return opened
    const closed = once(opened, 'close')
    opened.close()
    await closed
    return { status: operation.status, headers: {}, body: {} }
  },
}

/** Resolves to an open socket, or to the response that refused it. */
async function openSocket(
  { app }: Service,
  path: string,
  headers: Record<string, string>,
): Promise<WebSocket | HttpResponse> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as { port: number }
  const opening = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers })
  const isOpen = await new Promise((resolve) => {
    opening.addEventListener('open', () => resolve(true))
    opening.addEventListener('error', () => resolve(false))
  })
  return isOpen ? opening : refusalOf(port, path, headers)
}

async function refusalOf(port: number, path: string, headers: Record<string, string>): Promise<HttpResponse> {
  const handshake = {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  const sent = httpRequest({ port, path, headers: { ...headers, ...handshake } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode!, headers: {}, body: JSON.parse(await textOf(response)) }
}

/** Server-sent events. The status and headers are the answer to the call, because the stream has no end. */
const sse: Transport = {
  name: 'server-sent events',
  offers: isStream,
  async call({ app }, operation, input, headers) {
    const { request } = restRequest(operation, input)
    const url = request.slice(request.indexOf(' ') + 1)
    const {
      statusCode,
      headers: head,
      stream,
    } = await app.inject({
      method: 'GET',
      url,
      headers,
      payloadAsStream: true,
    })
    const isProblem = /json/.test(String(head['content-type']))
    const body = isProblem ? JSON.parse(await textOf(stream())) : {}
    stream().destroy()
    return { status: statusCode, headers: head as HttpResponse['headers'], body }
  },
}

/** All transports that offer operations. A new transport is added here. */
export const TRANSPORTS: readonly Transport[] = [rest, rpc, rpcSocket, sse, socket]
