import type { FilePerformer, Performer } from '@roster/core'
import {
  type Access,
  type AnyOperation,
  coreErrors,
  type ErrorKind,
  errorsOf,
  hasVaryingDefault,
  problemDetailsSchema,
} from '@roster/core/contract'
import type { AnyTRPCRouter } from '@trpc/server'
import type { z } from 'zod'
import { createDocument, type oas31, type ZodOpenApiOverrideContext } from 'zod-openapi'
import { isOfLog, performersOf, streamsOf } from '../operations/performers.ts'
import type { Site } from '../naming/site.ts'
import { addComponents } from './components.ts'
import { exampleAddressesOf } from '../operations/example-addresses.ts'
import { addMediaExamples, addSchemaExamples, withExample } from './examples.ts'
import { nameIntegerFormats } from './integers.ts'
import { pathsOf } from './operation.ts'
import { addPlainProcedures, addProblems } from './plain.ts'
import { SCHEME_NAMES, type SchemeName, securitySchemesOf } from './security.ts'
import { SOCKET_NAME, socketAudience, socketErrorsOf, socketPaths } from './sockets.ts'
import { type EventSource, receivedEvents, webhooksOf } from './webhooks.ts'

/** Title and description of the service as a whole. */
export interface About {
  title: string
  /** In Markdown. */
  description: string
}

/** Options of the OpenAPI document. */
export interface DocumentOptions extends Site {
  /** Prefix of all REST paths. Default: none. */
  basePath?: string
  router: AnyTRPCRouter
  /** Access rules, with their roles and scopes. */
  access: Access
  /** Operations that are served over REST alone. Default: none. */
  rest?: readonly Performer[]
  /** Downloads besides the router's procedures. Default: none. */
  files?: readonly FilePerformer[]
  /** Resources, by the first part of a procedure's name, with the events they emit. Default: none. */
  resources?: readonly (EventSource & { title: string; description: string })[]
  /** Schema of the record of a signed-in user, for examples. Default: no users sign in. */
  account?: z.ZodObject
  /** All kinds of errors. Default: those of the core. */
  errors?: readonly ErrorKind[]
  /** Title and description of the service. Default: those of a generic API. */
  about?: About
  /** Issuer of the accepted access tokens. Default: this service. */
  issuer?: string
  /** Names of the accepted security schemes. Default: all. */
  schemes?: readonly SchemeName[]
}

/**
 * Returns a document as YAML that also means the same in YAML 1.1, where an unquoted timestamp would be a date. Few clients ask for YAML, so its
 * writer is loaded at the first call.
 */
export async function yamlOf(document: oas31.OpenAPIObject): Promise<string> {
  const { stringify } = await import('yaml')
  return stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 })
}

/**
 * Returns the OpenAPI 3.1 document of a router. Operations with a contract are written from it. Plain tRPC procedures with `openapi` meta are mapped
 * by trpc-to-openapi, which is loaded only for them.
 */
export async function buildDocument({
  router,
  access,
  naming,
  resources = [],
  account,
  about = { title: 'API', description: 'An API over REST and tRPC.' },
  baseUrl,
  basePath = '',
  issuer = baseUrl,
  schemes = SCHEME_NAMES,
  rest = [],
  files = [],
  errors = coreErrors,
}: DocumentOptions): Promise<oas31.OpenAPIObject> {
  const streams = streamsOf(router).map(({ operation }) => operation)
  const performed = [...performersOf(router), ...rest, ...files].map(({ operation }) => operation)
  const operations = [...performed, ...streams]
  const ofLog = streams.filter(isOfLog)
  const guarded = { baseUrl, basePath, naming, issuer, access }
  const examples = exampleAddressesOf(operations, baseUrl)
  const securitySchemes = securitySchemesOf(guarded, schemes)
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { ...about, version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
      servers: [
        {
          url: baseUrl,
          description: `The service that gave this document, local or in production.${baseUrl.startsWith('https:') ? SECURE : ''}`,
          'x-internal': false,
        },
      ],
      tags: resources.map(({ name, title, description }) => ({ name, description, 'x-displayName': title })),
      paths: {
        ...pathsOf(operations, securitySchemes),
        ...socketPaths(ofLog, securitySchemes, socketAudience(access, resources)),
      },
      webhooks: receivedEvents(resources, account),
      components: { securitySchemes, schemas: { Problem: problemDetailsSchema(errors, examples.path) } },
    },
    { override: leaveOutVaryingDefault },
  )
  await addPlainProcedures(document, router, securitySchemes)

  const answered = [
    ...operations.map(errorsOf),
    ...ofLog.map(socketErrorsOf),
    ...addProblemsOfOthers(document, operations),
  ]
  // Until here the webhooks are responses, for their schemas.
  delete document.webhooks
  document.webhooks = webhooksOf(resources)
  addComponents(document, answered, guarded, examples)
  addExamples(document)
  nameIntegerFormats(document)
  return document
}

/** Addition to the server's description for an https URL. */
const SECURE = ' Plain HTTP is led to https with 308 (GET, HEAD) or refused with 403 `https-required`.'

/** Leaves out a default that varies with time, so that the document is the same every day. */
function leaveOutVaryingDefault({ zodSchema, jsonSchema }: ZodOpenApiOverrideContext): void {
  if (hasVaryingDefault(zodSchema)) delete jsonSchema.default
}

/** Adds their errors to the operations without a contract, and returns the errors of each. */
function addProblemsOfOthers(document: oas31.OpenAPIObject, ours: readonly AnyOperation[]): ErrorKind[][] {
  const names = new Set([...ours.map(({ name }) => name), SOCKET_NAME])
  return operationsOf(document)
    .filter(({ operation }) => !names.has(operation.operationId!))
    .map(({ path, operation }) => addProblems(path, operation))
}

/** Returns every operation of a document, with its path. */
export function operationsOf({ paths = {} }: oas31.OpenAPIObject): LocatedOperation[] {
  return operationsIn(paths)
}

interface LocatedOperation {
  path: string
  operation: oas31.OperationObject
}

function operationsIn(items: oas31.PathsObject): LocatedOperation[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.values(item as Record<string, oas31.OperationObject>).map((operation) => ({ path, operation })),
  )
}

function addExamples(document: oas31.OpenAPIObject): void {
  const schemas = document.components!.schemas!
  addSchemaExamples(schemas)
  for (const { operation } of operationsOf(document)) {
    const { parameters = [], responses } = operation
    if (parameters.length === 0) delete operation.parameters
    else
      operation.parameters = parameters.map((parameter) => ('$ref' in parameter ? parameter : withExample(parameter)))
    const media = Object.values(responses!).flatMap(({ content = {} }: oas31.ResponseObject) => Object.values(content))
    for (const type of media) addMediaExamples(type, schemas)
  }
  for (const { operation } of operationsIn(document.webhooks ?? {})) {
    const { content } = operation.requestBody as oas31.RequestBodyObject
    for (const type of Object.values(content)) addMediaExamples(type, schemas)
  }
}
