import { requireAcceptable } from './accept.ts'
import { Action, type Call as ActionCall, type Steps } from './action.ts'
import { type HttpResponse, entityTag, preconditionFailed } from './response.ts'
import { readBody } from './body.ts'
import { changedAt } from '#gateway/http/changed-at'
import { evaluate, isConditional } from '#gateway/http/conditional'
import { deprecationHeaders } from '#gateway/http/deprecation'
import { httpDateOf } from '#gateway/http/http-date'
import { cursorNameOf } from '#core/contract/cursor-name'
import { pageLinks } from '#core/lists/page-links'
import { changesItsPath } from '#core/contract/methods'
import { requirePresent, sessionCookieAt } from './credentials.ts'
import { Problem } from './problem.ts'
import type { Operation } from './operation.ts'
import { readParameters } from './query.ts'
import { pathOf, readerOf } from './reader.ts'
import type { Row } from './records.ts'
import type { MockRequest } from './request.ts'
import { requireScopes } from './scopes.ts'
import { defaultsOf, validated } from './validate.ts'

/** A call with its path parameters and the way to find its steps. */
export interface Call extends ActionCall {
  /** Values of the path parameters. */
  parameters: Record<string, string>
  /** Returns the steps of an operation. */
  stepsOf: (operation: Operation) => Steps
}

/** Performs an operation and returns the successful response. Throws a `Problem` for any other outcome. */
export async function perform(call: Call): Promise<HttpResponse> {
  const { operation, request } = call
  const { checks } = call.state.application
  const sent = readParameters(request.search, operation.parameters, checks, call.parameters)
  const body = operation.body ? readRequired(request) : readBody(request)
  const output = await carryOut(call, sent, body, async (target, parameters) => {
    if (operation.method !== 'GET') await requirePrecondition(call, target, parameters)
  })
  if (operation.method === 'GET') requireAcceptable(request.headers['accept'])
  return successOf(call, output)
}

/**
 * Validates the parameters and the body, performs the operation and returns its output. `isMet` throws if the record does not meet the request's conditions.
 */
export async function carryOut(
  call: Call,
  sent: object,
  body: unknown,
  isMet?: (target: Row | undefined, parameters: Row) => Promise<void>,
): Promise<Row | undefined> {
  const { operation } = call
  const { checks } = call.state.application
  const steps = call.stepsOf(operation)
  const { load, run } = steps
  requireScopes(call, steps, { ...asMembers(body), ...sent })
  const parameters = validated(operation.parameters, sent, 'parameters', checks)
  const target = load?.(new Action(call, parameters)) as Row | undefined
  // A read reports by itself that its record is gone.
  if (operation.method !== 'GET') requirePresent(call.principal, call)
  await isMet?.(target, parameters)
  const taken = operation.body ?? (body === undefined ? undefined : {})
  const members = taken && validated(taken, body, 'body', checks)
  requireVersion(members, target)
  const output = run(new Action(call, { ...parameters, ...members }), target) as Row | undefined
  requirePresent(call.principal, call)
  return output
}

/** Returns the members of a body that was not validated yet; none for a list or a scalar. */
const asMembers = (body: unknown): object => (Array.isArray(body) ? {} : Object(body))

function readRequired(request: MockRequest): unknown {
  const body = readBody(request)
  if (body !== undefined) return body
  throw new Problem('malformed-json', 'The request has no body. Send one JSON object.')
}

/** Throws before a write has any effect, unless its response is acceptable and its conditions fit the current record. */
async function requirePrecondition(call: Call, target: Row | undefined, parameters: Row): Promise<void> {
  const { operation, request, state } = call
  requireAcceptable(request.headers['accept'])
  if (!target || !changesItsPath(operation.method) || !operation.isRead || !isConditional(request.headers)) return
  const { checks, spec } = state.application
  const reader = readerOf(operation, spec.operations)!
  const { load, run } = call.stepsOf(reader)
  // The reading operation gets no query parameters.
  const input = { ...defaultsOf(reader.parameters, checks), ...pathOf(reader, operation, parameters) }
  const action = new Action({ ...call, operation: reader }, input)
  const record = (await run(action, load?.(action))) as Row
  const etag = await entityTag(JSON.stringify(record))
  if (evaluate(request.headers, { etag, lastModified: changedAt(record) }, false) !== 'proceed')
    throw preconditionFailed()
}

function requireVersion(members: Row | undefined, target: Row | undefined): void {
  const version: unknown = members?.['version']
  if (typeof version !== 'number' || !target || target['version'] === version) return
  throw new Problem(
    'version-conflict',
    `The record is at version ${target['version']}, and the request is based on version ${version}. Read it again and repeat the change.`,
  )
}

/** Returns the successful response that the contract describes. */
function successOf({ operation, request, state, baseUrl }: Call, output: Row | undefined): HttpResponse {
  const {
    isRepresentation = false,
    status,
    location,
    retryAfter,
    cacheControl,
    setsCookie,
    isPaged,
    parameters,
  } = operation
  const { cookie, ...others } = output ?? {}
  const record = setsCookie ? others : (output ?? {})
  const headers: Record<string, string> = {}
  if (location !== undefined) headers['location'] = baseUrl + filled(location, record)
  if (setsCookie) headers['set-cookie'] = cookieOf(cookie as Cookie | null, { state, baseUrl })
  if (!operation.answers) return { status, headers, body: undefined, isRepresentation: false }
  const wait = retryAfter?.[String(record['status'])]
  const links = isPaged
    ? pageLinks(baseUrl + request.path + request.search, record, cursorNameOf(parameters))
    : undefined
  if (wait !== undefined) headers['retry-after'] = String(wait)
  if (links !== undefined) headers['link'] = [links, deprecationHeaders(operation)['link']].filter(Boolean).join(', ')
  const changed = isRepresentation ? changedAt(record) : undefined
  if (changed !== undefined) headers['last-modified'] = httpDateOf(changed)
  headers['cache-control'] = cacheControl
  headers['content-type'] = 'application/json; charset=utf-8'
  return { status, headers, body: JSON.stringify(record), isRepresentation }
}

const filled = (template: string, record: Row) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(record[name])))

interface Cookie {
  value: string
  expires_at: string
}

/** Returns the value of `Set-Cookie` that sets or removes a session. */
function cookieOf(cookie: Cookie | null, place: Pick<Call, 'state' | 'baseUrl'>): string {
  const { value, expires_at } = cookie ?? { value: '', expires_at: 0 }
  const expires = new Date(expires_at).toUTCString()
  const secure = place.baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${sessionCookieAt(place)}=${value}; Path=/; Expires=${expires}; HttpOnly${secure}; SameSite=Lax`
}
