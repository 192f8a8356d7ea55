import type { Connection } from './connection.ts'
import { requireRoom } from './connections.ts'
import {
  allChallenges,
  authenticate,
  requireOwnConnection,
  requirePresent,
  twoCredentials,
  unauthenticated,
} from './credentials.ts'
import { requireScope } from './authorize.ts'
import type { Operation } from './operation.ts'
import type { Principal } from './principal.ts'
import { spend } from './quotas.ts'
import type { MockRequest } from './request.ts'
import type { Service } from './service.ts'
import { redeemed } from './tickets.ts'

/** A connection to open. */
interface Opening {
  kind: Connection['kind']
  /** Operation whose scope the caller must hold. */
  needs: Pick<Operation, 'name' | 'scope'>
  /** Receives the headers with the rest of the quota. */
  headers: Record<string, string>
}

/**
 * Admits a caller to a connection, by a ticket or by the credential of a request. Throws the problems of a request, and `rate-limited` for a caller's sixth
 * connection of a kind.
 */
export function admitted(service: Service, request: MockRequest, { kind, needs, headers }: Opening): Principal {
  const { state, quotas, time } = service
  const principal = identified(service, request, kind)
  Object.assign(headers, spend(state, quotas, 'read', principal.id, time()))
  requirePresent(principal, service)
  requireScope(needs, principal, state.application.spec.name)
  requireRoom(state, kind, principal)
  return principal
}

/** Throws `csrf` for a page of another origin that sends a session cookie. With a ticket the cookie is ignored. */
export function requireOwnPage(
  request: MockRequest,
  isSocket: boolean,
  place: Pick<Service, 'state' | 'baseUrl'>,
): void {
  if (!new URLSearchParams(request.search).has('ticket')) requireOwnConnection(request, isSocket, place)
}

function identified({ state, time, baseUrl }: Service, request: MockRequest, kind: Connection['kind']): Principal {
  requireOwnPage(request, kind === 'socket', { state, baseUrl })
  const [ticket, ...others] = new URLSearchParams(request.search).getAll('ticket')
  if (ticket === undefined) return authenticate(request, { state, time: time(), baseUrl })
  const { authorization, 'x-api-key': key } = request.headers
  if (authorization || key || request.keys.length > 0 || others.length > 0) throw twoCredentials()
  const principal = redeemed(state, ticket, time())
  if (principal) return principal
  throw unauthenticated('The ticket is unknown, used or expired. Get another one.', allChallenges({ state, baseUrl }))
}
