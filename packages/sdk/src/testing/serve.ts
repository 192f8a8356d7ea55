import { type HttpResponse, conditioned, problemResponse } from './response.ts'
import type { Application, MockedApplication } from './application.ts'
import { requireScope } from './authorize.ts'
import { readBody } from './body.ts'
import { deprecationHeaders } from '#gateway/http/deprecation'
import { SECURITY_HEADERS } from '#gateway/http/security-headers'
import { jsonRpcCode } from '#gateway/mcp/json-rpc-code'
import { MCP_PATH } from '#gateway/mcp/path'
import { Problem, problemOf } from './problem.ts'
import { authenticate, refuseQueryKey, requireOwnSignIn } from './credentials.ts'
import { download, type FileResponse } from './download.ts'
import { answerOnce, idempotencyKeyOf, requireGoodKey } from './idempotency.ts'
import type { Operation } from './operation.ts'
import { requireOwnPage } from './opening.ts'
import { type Call, perform } from './perform.ts'
import { NOBODY, type Principal } from './principal.ts'
import { type Quotas, spend } from './quotas.ts'
import { ADDRESS, type MockRequest } from './request.ts'
import { allowedAt } from './routes.ts'
import type { Service } from './service.ts'
import { openStream } from './stream.ts'
import { issueToken, isTokenPath, tokenRefusal } from './token-endpoint.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const READS = new Set(['GET', 'HEAD'])
const MAX_TARGET = 8_192

/** Responds to one request as the service would, or with the problem `failure`. */
export async function serve(service: Service, request: MockRequest, failure?: Problem): Promise<Response> {
  const exchange = new Exchange(service, request)
  const answerProblem = (problem: Problem) => exchange.response(exchange.refusal(problem))
  if (failure) return answerProblem(failure)
  try {
    const answer = await exchange.answer()
    return answer instanceof Response ? answer : exchange.response(await conditioned(request, answer))
  } catch (error) {
    // An error of the mock itself must not look like one of the service.
    const problem = problemOf(error)
    if (!problem) throw error
    return answerProblem(exchange.counted(problem))
  }
}

/** One request and the way to its response. */
class Exchange {
  readonly service: Service
  readonly request: MockRequest
  readonly application: Application
  readonly baseUrl: string
  /** Path of the request. */
  readonly instance: string
  readonly requestId: string
  readonly time: number
  /** Identifier of the agent's message; null until it is known. */
  messageId: string | number | null = null
  /** Headers of every response to the request. */
  readonly headers: Record<string, string>

  constructor(service: Service, request: MockRequest) {
    this.service = service
    this.request = request
    this.application = service.state.application
    this.baseUrl = service.baseUrl
    this.instance = request.path
    this.time = service.time()
    const given = request.headers['x-request-id'] ?? ''
    this.requestId = /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : service.state.random.id('req', this.time)
    this.headers = { ...SECURITY_HEADERS, 'x-request-id': this.requestId }
  }

  async answer(): Promise<FileResponse | Response> {
    const { path, search, method } = this.request
    this.requireReadable()
    if (path === '/events' && READS.has(method)) return openStream(this.service, this.request, this.headers)
    if (path === '/ws' && READS.has(method)) return this.refuseSocket()
    if (path === '/events' || path === '/ws') return this.otherMethod('GET, HEAD, OPTIONS')
    if (path === MCP_PATH && this.application.spec.agents) return this.answerAgent(this.application.spec.agents)
    if (isTokenPath(path)) return this.answerToken()
    if (path.startsWith(`${this.application.spec.basePath}/`) && hasTrailingSlash(path))
      return this.redirect(withoutSlashes(path) + search)
    const route = this.application.routes.at(path)
    if (!route) return this.elsewhere()
    const operation = route.operations.find((one) => one.method === (method === 'HEAD' ? 'GET' : method))
    return operation ? this.call(operation, route.parameters) : this.otherMethod(allowedAt(route))
  }

  /** Counts a refused request against its address if it was not counted yet. Returns the problem, or `rate-limited` if that quota is used up. */
  counted(problem: Problem): Problem {
    if ('x-ratelimit-limit' in this.headers || 'x-ratelimit-limit' in problem.headers) return problem
    try {
      this.spend('anonymous')
      return problem
    } catch (limited) {
      return limited as Problem
    }
  }

  /** Returns the response for a problem. Agents get a JSON-RPC error with the problem as its data; token requests get an OAuth error. */
  refusal(problem: Problem): HttpResponse {
    const { path, method } = this.request
    if (isTokenPath(path)) return tokenRefusal(problem, this.application)
    const answer = problemResponse(problem, this)
    if (path !== MCP_PATH || method !== 'POST' || !this.application.spec.agents) return answer
    const data = JSON.parse(answer.body!) as { detail: string }
    const error = { code: jsonRpcCode(problem.code), message: data.detail, data }
    const headers = { ...answer.headers, 'content-type': 'application/json; charset=utf-8' }
    return { ...answer, headers, body: JSON.stringify({ jsonrpc: '2.0', id: this.messageId, error }) }
  }

  response(answer: FileResponse): Response {
    const { status, body, bytes } = answer
    const hasBody = this.request.method !== 'HEAD' && status !== 204 && status !== 304
    return new Response(hasBody ? (bytes ?? body ?? null) : null, {
      status,
      headers: { ...this.headers, ...answer.headers },
    })
  }

  /** Throws `upgrade-required` for a request that opens no socket, or `csrf` first for a page of another origin. */
  private refuseSocket(): never {
    requireOwnPage(this.request, false, this.service)
    throw upgradeRequired()
  }

  private requireReadable(): void {
    const { method, path, search } = this.request
    if (!METHODS.has(method)) throw new Problem('not-implemented', `The method ${method} is not used by this service.`)
    if (path.length + search.length > MAX_TARGET) throw new Problem('uri-too-long')
    if (!isDecodable(path))
      throw new Problem('bad-request', 'The path has a percent-encoding that is no UTF-8. Encode it again.')
  }

  private async call(operation: Operation, parameters: Record<string, string>): Promise<FileResponse> {
    const call = {
      ...this.service,
      operation,
      parameters,
      request: this.request,
      time: this.time,
      principal: NOBODY,
      asked: [],
    }
    Object.assign(this.headers, deprecationHeaders(operation))
    call.principal = this.admit(operation)
    requireScope(operation, call.principal, this.application.spec.name)
    if (operation.setsCookie && operation.scope === 'none') requireOwnSignIn(this.request, this.baseUrl)
    if (operation.media) return download(call)
    const key = idempotencyKeyOf(call)
    const work = () => this.perform(call)
    return key === undefined ? work() : answerOnce(call, key, this.requestId, work)
  }

  private async perform(call: Call): Promise<HttpResponse> {
    readBody(call.request)
    requireGoodKey(call)
    return perform(call)
  }

  /** Returns the caller, and counts the request. */
  private admit({ scope, method }: Pick<Operation, 'scope' | 'method'>) {
    if (scope === 'none') {
      this.spend('anonymous')
      refuseQueryKey(this.request)
      return NOBODY
    }
    const principal = authenticate(this.request, { ...this.service, time: this.time })
    this.count(method, principal)
    return principal
  }

  /** Counts a call against a caller's quota, by the method of the operation. */
  count(method: string, { id }: Pick<Principal, 'id'>): void {
    this.spend(method === 'GET' ? 'read' : 'write', id)
  }

  /** Responds to an agent. The module for agents is loaded only when it is needed. */
  private async answerAgent(agentsOf: NonNullable<MockedApplication['agents']>): Promise<HttpResponse> {
    if (this.request.method !== 'POST') return this.otherMethod('OPTIONS, POST')
    const [{ answerAgent }, agents] = await Promise.all([import('./agents/answer.ts'), agentsOf()])
    return answerAgent(this, agents)
  }

  private async answerToken(): Promise<HttpResponse> {
    if (this.request.method !== 'POST') return this.otherMethod('OPTIONS, POST')
    return issueToken(this.service, this.request, this.time, (client) => this.spend('token', `${client} ${ADDRESS}`))
  }

  private spend(quota: keyof Quotas, subject = ADDRESS): void {
    const { state, quotas } = this.service
    Object.assign(this.headers, spend(state, quotas, quota, subject, this.time))
  }

  /** Counts a request that calls no operation: against the caller if the credential is valid, else against the address. */
  private spendByCaller(): void {
    const { method } = this.request
    const caller = callerOf(this.request, { ...this.service, time: this.time })
    if (caller) this.count(method === 'HEAD' || method === 'OPTIONS' ? 'GET' : method, caller)
    else this.spend('anonymous')
  }

  /** Responds to a method without an operation at the path. */
  private otherMethod(allow: string): HttpResponse {
    const { method } = this.request
    this.spendByCaller()
    if (method === 'OPTIONS') return empty(204, { allow })
    throw new Problem('method-not-allowed', `This path does not take ${method}. It takes ${allow}.`, {
      headers: { allow },
    })
  }

  private redirect(target: string): HttpResponse {
    this.spendByCaller()
    if (this.request.method === 'OPTIONS') return empty(204, {})
    return empty(308, { location: this.service.baseUrl + target })
  }

  /** Responds to a path that is not in the contract. */
  private elsewhere(): HttpResponse {
    const { path, search, method } = this.request
    const [, first = ''] = path.split('/')
    const shorter = hasTrailingSlash(path) ? withoutSlashes(path) : undefined
    const { basePath } = this.application.spec
    if (basePath !== '' && this.application.routes.names.has(first) && shorter !== '/events' && !path.includes('\\'))
      return this.redirect(`${basePath}${withoutSlashes(path)}${search}`)
    if (shorter !== undefined) return this.redirect(shorter + search)
    this.spendByCaller()
    if (method === 'OPTIONS') return empty(204, {})
    const detail = `There is nothing at this path. Paths are listed at ${this.service.baseUrl}/docs.`
    throw new Problem('not-found', detail)
  }
}

/** Returns the caller if the credential is valid, or undefined. */
function callerOf(...request: Parameters<typeof authenticate>): Principal | undefined {
  try {
    return authenticate(...request)
  } catch {
    return undefined
  }
}

/** Returns the problem of a request that opens no socket at a path for sockets. */
const upgradeRequired = () =>
  new Problem('upgrade-required', undefined, {
    headers: { connection: 'close, Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
  })

const empty = (status: number, headers: Record<string, string>): HttpResponse => ({
  status,
  headers,
  body: undefined,
  isRepresentation: false,
})

const hasTrailingSlash = (path: string) => /^\/[^/\\].*\/$/.test(path) && !path.includes('\\')

const withoutSlashes = (path: string) => path.replace(/(?<!\/)\/+$/, '')

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
