import { type ErrorKind, errorsOf } from '@roster/core/contract'
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import type { OpenApiMeta, OpenApiRouter } from 'trpc-to-openapi'
import type { oas31 } from 'zod-openapi'
import { plainProceduresOf } from '../operations/performers.ts'
import { headerRefs } from './headers.ts'
import { problemRefs } from './problems.ts'
import { plainSecurityOf, type SecuritySchemes } from './security.ts'

/**
 * Adds the procedures of a router that have `openapi` meta and no contract, as trpc-to-openapi maps them, to a document of all other operations. The
 * errors that trpc-to-openapi would list are left out: all errors are problems here.
 */
export async function addPlainProcedures(
  document: oas31.OpenAPIObject,
  router: AnyTRPCRouter,
  securitySchemes: SecuritySchemes,
): Promise<void> {
  const procedures = Object.entries(plainProceduresOf(router)).filter(([, procedure]) => restOf(procedure))
  if (procedures.length === 0) return
  const { generateOpenApiDocument } = await import('trpc-to-openapi')
  const mapped = procedures.map(([name, procedure]) => [name, withoutErrors(procedure)])
  const { paths, components } = generateOpenApiDocument(
    { _def: { procedures: Object.fromEntries(mapped) } } as OpenApiRouter,
    { title: '', version: '', baseUrl: '', securitySchemes },
  )
  for (const operation of Object.values(paths!).flatMap((item) => Object.values(item as Methods)))
    // trpc-to-openapi lists each scheme by itself, also those that are for streams, or go with another one.
    if (operation.security) operation.security = plainSecurityOf(securitySchemes)
  const ours = document.paths!
  const shared = Object.entries(paths!).map(([path, item]) => [path, { ...item, ...ours[path] }])
  document.paths = { ...paths, ...ours, ...Object.fromEntries(shared) }
  document.components!.schemas = { ...components?.schemas, ...document.components!.schemas }
}

type Methods = Record<string, oas31.OperationObject>

const restOf = ({ _def }: AnyTRPCProcedure) => (_def.meta as OpenApiMeta | undefined)?.openapi

function withoutErrors(procedure: AnyTRPCProcedure): unknown {
  const openapi = { ...restOf(procedure), errorResponses: [] }
  return { _def: { ...procedure._def, meta: { openapi } } }
}

/** Adds the errors of an operation that trpc-to-openapi mapped, and returns their kinds. */
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
