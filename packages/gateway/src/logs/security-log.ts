import { hash } from 'node:crypto'
import { type Actor, actorOf, type AnyOperation, emailKey, type SecurityEvent } from '@roster/core/contract'
import { type Ended, membersOf } from '@roster/core/server'
import type { FastifyBaseLogger } from 'fastify'
import { withoutSecrets } from './without-secrets.ts'

/** An attempt to authenticate, or to change permissions. docs/security-log.md explains each member. */
export interface SecurityLine {
  event: SecurityEvent
  succeeded: boolean
  /** Who made the attempt; null when unknown. */
  actor: Actor | null
  /** Identifier of the record that the attempt was about; null for none, or none yet. */
  target: string | null
  /** Network address that the attempt came from. */
  address: string
  /** Further members, by the event. */
  [detail: string]: unknown
}

/** Writes one line, at the level `info`. The line must contain nothing secret. */
export function logSecurity(log: FastifyBaseLogger, security: SecurityLine): void {
  log.info({ security }, 'Security')
}

/** Writes how an attempt at an operation ended, if the operation concerns security. Records that are created together have a line each. */
export function logAttempt(log: FastifyBaseLogger, address: string, operation: AnyOperation, ended: Ended): void {
  const { security: event } = operation
  if (event === undefined) return
  for (const one of eachOf(ended)) logSecurity(log, attemptOf(event, address, operation, one))
}

function eachOf(ended: Ended): Ended[] {
  const { succeeded, principal, output } = ended
  const { data } = membersOf(output)
  return succeeded && Array.isArray(data)
    ? data.map((made: unknown) => ({ succeeded, principal, input: made, output: made }))
    : [ended]
}

/** Returns the security line of an attempt at an operation. */
export function attemptOf(
  event: SecurityEvent,
  address: string,
  { pathNames }: Pick<AnyOperation, 'pathNames'>,
  ended: Ended,
): SecurityLine {
  const { succeeded, principal, output } = ended
  const input = membersOf(ended.input)
  const made = membersOf(output)
  const user = membersOf(made['user'])
  return {
    event,
    succeeded,
    actor: (principal && actorOf(principal)) ?? (succeeded ? userActor(user['id']) : null),
    target: textOf(input[pathNames[0] ?? '']) ?? textOf(made['id']) ?? textOf(made['client_id']) ?? null,
    address,
    ...(event === 'sign_in' && { account: accountOf(textOf(input['email'])) }),
    ...powerOf(input),
  }
}

/** Returns the hash that stands for an account in a line. Null for text that is no e-mail address: it may be a password that was typed in the wrong field. */
export function accountOf(email = ''): string | null {
  const key = emailKey(email)
  return key === undefined ? null : hash('sha256', key, 'hex').slice(0, 16)
}

/** Returns the requested members that decide what a user may do. */
function powerOf(input: Record<string, unknown>): Record<string, string> {
  const named = POWER.map((name) => [name, textOf(input[name])])
  return Object.fromEntries(named.filter(([, value]) => value !== undefined)) as Record<string, string>
}

const POWER = ['role', 'status'] as const

const userActor = (id: unknown): Actor | null => (typeof id === 'string' ? { type: 'user', id } : null)

/** Returns the first 64 characters of a text, without secrets; undefined for any other value. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? withoutSecrets(value.slice(0, 8_192)).slice(0, 64) : undefined
