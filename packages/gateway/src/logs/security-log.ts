import { hash } from 'node:crypto'
import { type Actor, actorOf, type AnyOperation, emailKey, type SecurityEvent } from '@roster/core/contract'
import { type Ended, membersOf } from '@roster/core/server'
import type { FastifyBaseLogger } from 'fastify'

/** An attempt to prove who one is, or to change who may do what. docs/security-log.md explains each member. */
export interface SecurityLine {
  event: SecurityEvent
  succeeded: boolean
  /** Who made it; null where that is not known. */
  actor: Actor | null
  /** Identifier of what it was about; null for none, or none yet. */
  target: string | null
  /** Network address that it came from. */
  address: string
  /** Further members, by the event. */
  [detail: string]: unknown
}

/** Writes one line, at the level `info`. It must hold nothing secret. */
export function logSecurity(log: FastifyBaseLogger, security: SecurityLine): void {
  log.info({ security }, 'Security')
}

/** Writes how an attempt at an operation ended, if that is about security. */
export function logAttempt(log: FastifyBaseLogger, address: string, operation: AnyOperation, ended: Ended): void {
  if (operation.security !== undefined) logSecurity(log, attemptOf(operation.security, address, operation, ended))
}

/** The line about an attempt at an operation. */
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

/** What a line calls the account that somebody signs in to. Only what is an e-mail address: it may be a password that was typed in the wrong place. */
export function accountOf(email = ''): string | null {
  const key = emailKey(email)
  return key === undefined ? null : hash('sha256', key, 'hex').slice(0, 16)
}

/** What was asked for that decides what somebody may do. */
function powerOf(input: Record<string, unknown>): Record<string, string> {
  const named = POWER.map((name) => [name, textOf(input[name])])
  return Object.fromEntries(named.filter(([, value]) => value !== undefined)) as Record<string, string>
}

const POWER = ['role', 'status'] as const

const userActor = (id: unknown): Actor | null => (typeof id === 'string' ? { type: 'user', id } : null)

/** A text as far as a line has room for it; undefined for anything else. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.slice(0, 64) : undefined
