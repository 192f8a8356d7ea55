import { requireScope } from '@roster/core'
import type { AnyOperation } from '@roster/core/contract'
import type { FastifyRequest } from 'fastify'

/**
 * Updates the caller of a change, once the body has arrived. Throws `unauthenticated` when the credential has ended meanwhile, and `insufficient-scope` when it
 * has lost the scope.
 */
export async function admitAgain(operation: AnyOperation, request: FastifyRequest): Promise<void> {
  const { context, principal } = request.call!
  if (operation.scope === 'none') return
  const present = await context.identify()
  if (present === principal) return
  requireScope(operation, present)
  request.call = { context, principal: present }
}
