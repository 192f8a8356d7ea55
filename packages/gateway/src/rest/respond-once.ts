import type { AnyOperation } from '@roster/core/contract'
import { type Effect, type EffectResult, performOnce } from '@roster/core/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { respondToFailure } from '../context/failure.ts'
import { type HttpResponse, sendResponse } from '../http/response.ts'
import { fingerprintOf } from '../http/idempotency.ts'
import { filled } from '../operations/location.ts'
import { problemResponse } from '../problems/problem.ts'
import type { Gateway } from '../context/request-context.ts'
import type { SuccessResponder } from './success.ts'

const REPLAYED = 'idempotent-replayed'

/** Whether a response is the stored one of an earlier request. */
export const isReplay = (reply: FastifyReply): boolean => reply.hasHeader(REPLAYED)

/**
 * Returns the function that answers a request under an idempotency key: by its effect, or by the response stored for the key. The caller must be
 * known. The function also answers errors that are not to be stored, because an error thrown by the function would be taken for a refusal.
 */
export function onceResponder(operation: AnyOperation, successResponse: SuccessResponder, gateway: Gateway) {
  return async (request: FastifyRequest, reply: FastifyReply, key: string, effect: Effect): Promise<FastifyReply> => {
    try {
      const once = await performOnce(await keyed(operation, request, key), effect, responseOf)
      if (once.isReplay) reply.header(REPLAYED, 'true')
      return sendResponse(request, reply, once.response)
    } catch (error) {
      return respondToFailure(error, request, reply, gateway)
    }

    function responseOf(result: EffectResult): HttpResponse {
      if ('problem' in result) return problemResponse(result.problem, request, gateway)
      return successResponse(request.url, result.output)
    }
  }
}

/** Returns the call that a key stands for. Its path has one spelling, whichever of its characters came percent-encoded. */
async function keyed({ path }: AnyOperation, request: FastifyRequest, key: string) {
  const { method, params, call } = request
  const fingerprint = await fingerprintOf(request)
  return { ...call!, method, path: filled(path, params as Record<string, string>), key, fingerprint }
}
