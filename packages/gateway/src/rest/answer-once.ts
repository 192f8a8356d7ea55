import { type Effect, type Outcome, performOnce } from '@roster/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerFailure } from '../context/failure.ts'
import { type Answer, sendAnswer } from '../http/answer.ts'
import { fingerprintOf } from '../http/idempotency.ts'
import { pathOf, problemAnswer } from '../problems/problem.ts'
import type { Edge } from '../context/request-context.ts'
import type { AnswerSuccess } from './success.ts'

const REPLAYED = 'idempotent-replayed'

/** Whether an answer was given before. */
export const isReplay = (reply: FastifyReply): boolean => reply.hasHeader(REPLAYED)

/**
 * Makes the function that answers requests under an idempotency key: by their effect, or by the answer that was kept for the key. The
 * caller must be known. What is not to be kept is answered there too: an error that leaves the function would be taken for a refusal.
 */
export function onceAnswerer(answerSuccess: AnswerSuccess, edge: Edge) {
  return async (request: FastifyRequest, reply: FastifyReply, key: string, effect: Effect): Promise<FastifyReply> => {
    try {
      const kept = await performOnce(await keyed(request, key), effect, answerOf)
      if (kept.isReplay) reply.header(REPLAYED, 'true')
      return sendAnswer(request, reply, kept.answer)
    } catch (error) {
      return answerFailure(error, request, reply, edge)
    }

    function answerOf(outcome: Outcome): Answer {
      if ('problem' in outcome) return problemAnswer(outcome.problem, request, edge.baseUrl)
      return answerSuccess(request.url, outcome.output)
    }
  }
}

async function keyed(request: FastifyRequest, key: string) {
  const { method, url, call } = request
  return { ...call!, method, path: pathOf(url), key, fingerprint: await fingerprintOf(request) }
}
