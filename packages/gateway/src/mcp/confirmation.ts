import { hash, randomUUID } from 'node:crypto'
import { holdsScope, type Performer } from '@roster/core'
import { agentHintsOf, type AnyOperation, type Principal } from '@roster/core/contract'
import { membersOf, type Signer, splitInput } from '@roster/core/server'
import {
  type ClientCapabilities,
  inputRequired,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Target, ToolCall } from './tool.ts'

/** How long the user may take to answer a question, in milliseconds. */
const LIFETIME = 10 * 60 * 1_000

/** Name of the only question of a call in the protocol. */
const QUESTION = 'confirm'

/** Most characters of an argument that a question shows. */
const SHOWN = 200

/** The parts of a client's call that concern a question. */
export interface Answered {
  capabilities: ClientCapabilities | undefined
  requestState: unknown
  inputResponses: Record<string, unknown> | undefined
}

/** How a call continues: with a question, or with the outcome of the question. */
export type ConfirmationResult =
  | { confirmation: 'asked'; question: InputRequiredResult }
  | { confirmation: 'given'; key: string }
  | { confirmation: 'declined' | 'impossible' }

/** State that a client keeps between the question and the answer: `about` is a hash of the caller and the call, `expires` is in milliseconds. */
const state = z.strictObject({ about: z.string(), key: z.string(), expires: z.number() })

/**
 * Asks the user of an agent before a destructive call (2026-07-28, Elicitation). The answer counts for this call of this caller, once, for ten minutes. Returns
 * undefined when no question is needed: the call is not destructive, or will be refused. Throws a `ProtocolError` for the answer to another question.
 */
export async function confirmationOf(
  { performer, input }: Target,
  call: ToolCall,
  { capabilities, requestState, inputResponses }: Answered,
  signer: Signer,
): Promise<ConfirmationResult | undefined> {
  const { operation } = performer
  if (!agentHintsOf(operation).destructive) return undefined
  const principal = await call.context.identify()
  if (willBeRefused(performer, principal, input)) return undefined
  const now = call.context.now()
  const about = hash('sha256', JSON.stringify([callerOf(principal), operation.name, input ?? null]), 'base64url')
  if (requestState !== undefined) return answerTo(opened(requestState, signer, now), about, inputResponses)
  if (!canAsk(capabilities)) return { confirmation: 'impossible' }
  await call.context.admit({ method: 'GET' })
  const kept = signer.sign(JSON.stringify({ about, key: randomUUID(), expires: now + LIFETIME }))
  return { confirmation: 'asked', question: questionOf(operation, input, call.agent, kept) }
}

/** Whether a call will be refused for its input or its scopes. The user is not asked about such a call; its result says what is wrong. */
function willBeRefused({ operation, scopesFor }: Performer, principal: Principal, input: unknown): boolean {
  const [parameters, body] = splitInput(operation, input)
  const isWellFormed =
    operation.parameters.safeParse(parameters).success && (operation.body?.safeParse(body).success ?? true)
  return !isWellFormed || !scopesFor(principal, input).every((scope) => holdsScope(principal, scope))
}

/** Identifies the caller, so that an answer to one caller does not count for another. */
const callerOf = ({ type, id, credential }: Principal) => [
  type,
  id,
  credential?.type === 'access_token' ? credential.client_id : null,
]

const canAsk = (capabilities: ClientCapabilities | undefined): boolean => {
  const { elicitation } = capabilities ?? {}
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

function opened(requestState: unknown, signer: Signer, now: number): z.output<typeof state> {
  const content = typeof requestState === 'string' ? signer.open(requestState) : undefined
  const kept = state.safeParse(content === undefined ? undefined : JSON.parse(content)).data
  if (!kept || kept.expires < now) throw badState()
  return kept
}

function answerTo(
  { about, key }: z.output<typeof state>,
  expected: string,
  inputResponses: Record<string, unknown> | undefined,
): ConfirmationResult {
  if (about !== expected) throw badState()
  const { action } = (inputResponses?.[QUESTION] ?? {}) as { action?: unknown }
  return action === 'accept' ? { confirmation: 'given', key: `confirmed ${key}` } : { confirmation: 'declined' }
}

const badState = () =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'requestState is not of this call, or too old. Call again without it, so that your user is asked anew.',
  )

function questionOf(operation: AnyOperation, input: unknown, agent: string | undefined, requestState: string) {
  const who = agent === undefined ? 'An agent' : `The agent ${shown(agent)}`
  const what = Object.entries(membersOf(input)).map(([name, value]) => `${name}: ${shown(value)}`)
  const message = [`${who} wants to: ${operation.summary}`, ...what, 'It cannot be taken back. Shall it?'].join('\n')
  const question = inputRequired.elicit({ message, requestedSchema: { type: 'object', properties: {} } })
  return inputRequired({ inputRequests: { [QUESTION]: question }, requestState })
}

/** Returns a value as one short line, so that no argument looks like a part of the question. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line
}
