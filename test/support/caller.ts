import type { ProblemDetails } from '@roster/core/contract'
import { application as roster } from '@roster/api'
import type { Application } from '@roster/core'
import type { Roster } from '@roster/sdk'
import type { AnyTRPCProcedure } from '@trpc/server'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { clientWithin } from './client.ts'

/** A response. The body is parsed; undefined when there is none. */
export interface HttpResponse<Body = any> {
  status: number
  headers: Record<string, string>
  body: Body
}

/** A caller, who uses the client SDK, or sends single requests over both protocols. */
export interface Caller {
  /** The application that is called. */
  readonly application: Application
  /** Roster's client, for tests that are not about requests and responses themselves. */
  readonly sdk: Roster
  /** Sends a request such as `GET /v1/users?limit=1`. */
  rest<Body = any>(request: string, body?: unknown, headers?: Record<string, string>): Promise<HttpResponse<Body>>
  /** Calls a procedure. The body is its output, or the problem in `data.problem`. */
  rpc<Body = any>(procedure: string, input?: unknown): Promise<HttpResponse<Body>>
}

/** Returns a caller of a service in this process. It sends these headers as its credential. */
export function callerOf(
  app: FastifyInstance,
  credentials: Record<string, string>,
  application: Application = roster,
): Caller {
  const send = async (options: InjectOptions) => {
    const { statusCode, headers, payload } = await app.inject(options)
    const isJson = payload !== '' && /[/+]json/.test(String(headers['content-type']))
    return {
      status: statusCode,
      headers: headers as Record<string, string>,
      body: isJson && payload ? JSON.parse(payload) : payload || undefined,
    }
  }

  let sdk: Roster | undefined
  return {
    application,
    get sdk() {
      return (sdk ??= clientWithin(app, credentials))
    },
    async rest(request, body, headers = {}) {
      const [method, url] = request.split(' ') as [InjectOptions['method'], string]
      const payload = body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      return send({ method: method!, url, headers: { ...credentials, ...type, ...headers }, ...payload })
    },
    async rpc(procedure, input) {
      const isQuery = typeOf(application, procedure) === 'query'
      const json = JSON.stringify(input)
      const query = isQuery && json !== undefined ? `?input=${encodeURIComponent(json)}` : ''
      const body = !isQuery && json !== undefined ? { payload: json } : {}
      const headers = { ...credentials, ...(!isQuery && { 'content-type': 'application/json' }) }
      const answer = await send({
        method: isQuery ? 'GET' : 'POST',
        url: `/trpc/${procedure}${query}`,
        headers,
        ...body,
      })
      const { result, error } = answer.body as {
        result?: { data: unknown }
        error?: { data: { problem: ProblemDetails } }
      }
      return { ...answer, body: (error ? error.data.problem : result?.data) as never }
    },
  }
}

/** Returns the type of a procedure, `query` or `mutation`; `query` for an unknown procedure. */
function typeOf({ router }: Application, name: string): string {
  const procedures = router._def.procedures as unknown as Record<string, AnyTRPCProcedure>
  return procedures[name]?._def.type ?? 'query'
}
