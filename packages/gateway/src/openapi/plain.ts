import { type ErrorKind, errorsOf } from '@roster/core/contract'
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import type { OpenApiMeta, OpenApiRouter } from 'trpc-to-openapi'
import type { oas31 } from 'zod-openapi'
import { isPerformer } from '../operations/performers.ts'
import { headerRefs } from './headers.ts'
import { problemRefs } from './problems.ts'

/**
 * The procedures of a router that have `openapi` meta and no contract, for trpc-to-openapi to map. The errors it would list for them are
 * left out: all errors are problems here.
 */
export function plainProcedures(router: AnyTRPCRouter): OpenApiRouter {
  const procedures = Object.entries(router._def.procedures as Record<string, AnyTRPCProcedure>)
    .filter(([, procedure]) => !isPerformer(procedure) && restOf(procedure))
    .map(([name, procedure]) => [name, withoutErrors(procedure)])
  return { _def: { procedures: Object.fromEntries(procedures) } } as OpenApiRouter
}

const restOf = ({ _def }: AnyTRPCProcedure) => (_def.meta as OpenApiMeta | undefined)?.openapi

function withoutErrors(procedure: AnyTRPCProcedure): unknown {
  const openapi = { ...restOf(procedure), errorResponses: [] }
  return { _def: { ...procedure._def, meta: { openapi } } }
}

/** Lists the errors of an operation that trpc-to-openapi mapped, and returns their codes. */
export function addProblems(path: string, operation: oas31.OperationObject): ErrorKind[] {
  const codes = errorsOf({
    scope: 'any',
    pathNames: path.match(/\{\w+\}/g) ?? [],
    body: operation.requestBody as never,
    errors: [],
  })
  for (const success of Object.values(operation.responses!)) success.headers = headerRefs()
  Object.assign(operation.responses!, problemRefs(codes))
  return codes
}
