import { hash, randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import Fastify, {
  LogController,
  type FastifyError,
  type FastifyInstance,
  type onRequestAsyncHookHandler,
} from 'fastify'
import { pino } from 'pino'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { PLENTY } from './quotas.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

/** The authenticated caller. */
export interface Caller {
  id: string
  name: string
  role: string
  scopes: ReadonlySet<string>
}

/** An error with an HTTP status. */
export class Failure extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

const HARMLESS = /^[A-Za-z0-9._-]{1,128}$/

/** Returns the identifier of a request: the caller's own when it has only harmless characters, else a new one. */
export const requestIdOf = (given: unknown): string =>
  typeof given === 'string' && HARMLESS.test(given) ? given : `req_${randomUUID()}`

/** Headers of every response. */
export const SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  vary: 'Accept, Accept-Encoding, Origin',
}

/** Returns an application with what a service has besides its routes: request identifiers, security headers, a logger, and problem
 * details for errors. */
export function appByHand(): FastifyInstance {
  const app: FastifyInstance = Fastify<Server>({
    loggerInstance: pino({ level: 'warn' }),
    logController: new LogController({ disableRequestLogging: true }),
    ajv: { customOptions: { removeAdditional: false } },
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
  })
  app.decorateRequest('caller', null)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
    done()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    const title = status >= 500 ? 'Internal error' : error.message
    const problem = { type: 'about:blank', title, status, instance: request.url, request_id: request.id }
    return reply.code(status).type('application/problem+json').send(JSON.stringify(problem))
  })
  return app
}

/** Adds an entity tag to every response, and sends 304 when the request has the same tag. */
export function tagAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const etag = `"${hash('sha1', payload as string, 'base64url')}"`
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] !== etag) return done(null, payload)
    reply.code(304)
    done(null, '')
  })
}

const limiter = new RateLimiterMemory({ points: PLENTY, duration: 60 })

/** Counts a request of a caller, and returns the headers with the remaining quota. */
export async function quotaOf(caller: Caller): Promise<Record<string, string>> {
  const { remainingPoints, msBeforeNext } = await limiter.consume(caller.id)
  const seconds = Math.ceil(msBeforeNext / 1_000)
  return {
    'x-ratelimit-limit': String(PLENTY),
    'x-ratelimit-remaining': String(remainingPoints),
    ratelimit: `"read";r=${remainingPoints};t=${seconds}`,
    'ratelimit-policy': `"read";q=${PLENTY};w=60`,
  }
}

const BEARER = /^bearer (.+)$/i

const ACCEPTABLE = /application\/json|\*\/\*/

type Find = (credential: string) => Promise<Caller | undefined> | Caller | undefined

const text = { type: 'string' } as const

/** Schemas of `/v1/me`, which returns the caller. */
export const meSchema = {
  querystring: { type: 'object', properties: {}, additionalProperties: false },
  response: {
    200: {
      type: 'object',
      properties: {
        principal: { type: 'object', properties: { type: text, id: text, name: text } },
        role: text,
        scopes: { type: 'array', items: text },
        user: { type: 'null' },
      },
    },
  },
} as const

/** Returns a hook that finds the caller by API key or access token, counts the request and requires a scope. */
export function requires(
  scope: string | undefined,
  findByKey: Find,
  findByToken: Find = () => undefined,
): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { 'x-api-key': key, authorization = '' } = request.headers
    const [, token] = BEARER.exec(authorization) ?? []
    const caller = token === undefined ? await findByKey(String(key)) : await findByToken(token)
    if (!caller) throw new Failure(401, 'Unknown credential')
    reply.headers(await quotaOf(caller))
    if (scope !== undefined && !caller.scopes.has(scope)) throw new Failure(403, `Needs the scope ${scope}`)
    if (!ACCEPTABLE.test(request.headers.accept ?? '*/*')) throw new Failure(406, 'Answers are application/json')
    request.caller = caller
  }
}

/** Schema of a user, for Fastify's compiled serializer. */
export const userSchema = {
  type: 'object',
  properties: {
    id: text,
    name: text,
    email: text,
    role: text,
    status: text,
    version: { type: 'integer' },
    created_at: { type: 'string', format: 'date-time' },
    updated_at: { type: 'string', format: 'date-time' },
  },
} as const

/** Schemas of a read of one user: path, empty query string, response. */
export const getSchema = {
  params: { type: 'object', properties: { user_id: { type: 'string', maxLength: 64 } }, required: ['user_id'] },
  querystring: { type: 'object', properties: {}, additionalProperties: false },
  response: { 200: userSchema },
} as const
