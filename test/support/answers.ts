import type { AnyOperation } from '@roster/core/contract'
import type { HttpResponse } from './caller.ts'
import type { Service } from './service.ts'
import { TRANSPORTS } from './transports.ts'

export type Headers = Record<string, string>
/** Headers by the kind of credential that they carry. */
export type Credentials = Record<string, Headers>
/** Answers by the transport and the kind of credential. */
export type Answers = Record<string, HttpResponse>

/** Calls an operation over every transport that offers it, with each of these credentials. A function `input` is called for each call. */
export async function answersTo(
  service: Service,
  operation: AnyOperation,
  input: object | (() => Promise<object>),
  credentials: Credentials,
): Promise<Answers> {
  const answers: Answers = {}
  for (const transport of TRANSPORTS.filter((one) => one.offers(operation, service.application))) {
    for (const [kind, headers] of Object.entries(credentials)) {
      const sent = typeof input === 'function' ? await input() : input
      answers[`${transport.name}, ${kind}`] = await transport.call(service, operation, sent, headers)
    }
  }
  return answers
}

/** Returns the outcomes of answers that differ from the expected outcome, `<status> <code>`. */
export function unlike(outcome: string, answers: Answers): Record<string, string> {
  const outcomes = Object.entries(answers).map(([from, { status, body }]) => {
    return [from, [status, body?.code].filter(Boolean).join(' ')] as const
  })
  return Object.fromEntries(outcomes.filter(([, other]) => other !== outcome))
}

/** Returns the answers without the members and headers that depend on the request. Everything else must be equal. */
export function bytesOf(answers: Answers) {
  const strip = ({ status, headers, body }: HttpResponse) => {
    const { instance: _instance, request_id: _requestId, ...problem } = body
    const kept = Object.entries(headers).filter(([name]) => !NAMING.test(name))
    return { status, headers: Object.fromEntries(kept), text: JSON.stringify(problem) }
  }
  return Object.fromEntries(Object.entries(answers).map(([from, answer]) => [from, strip(answer)]))
}

const NAMING = /^(?:date|x-request-id|x-ratelimit-.*|ratelimit.*)$/
