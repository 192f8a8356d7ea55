import {
  type Access,
  coreErrors,
  type ErrorKind,
  errorsOf,
  type FilePerformer,
  type Performer,
  problemDetailsSchema,
} from '@roster/api'
import type { AnyTRPCRouter } from '@trpc/server'
import { generateOpenApiDocument } from 'trpc-to-openapi'
import { stringify } from 'yaml'
import type { oas31 } from 'zod-openapi'
import { performersOf, streamsOf } from '../operations/performers.ts'
import type { Site } from '../naming/naming.ts'
import { addComponents } from './components.ts'
import { addMediaExamples, addSchemaExamples, withExample } from './examples.ts'
import { nameIntegerFormats } from './integers.ts'
import { pathsOf } from './operation.ts'
import { addProblems, plainProcedures } from './plain.ts'
import { SCHEME_NAMES, type SchemeName, securitySchemesOf } from './security.ts'
import { SOCKET_NAME, socketErrorsOf, socketPaths } from './sockets.ts'
import { eventSchemas, type EventSource, webhooksOf } from './webhooks.ts'

/** What the document says about the service as a whole. */
export interface About {
  title: string
  /** In Markdown. */
  description: string
}

/** What the document is made from. */
export interface DocumentOptions extends Site {
  router: AnyTRPCRouter
  /** What callers can be allowed to do. */
  access: Access
  /** Operations that REST alone offers. Default: none. */
  rest?: readonly Performer[]
  /** Downloads beside its procedures. Default: none. */
  files?: readonly FilePerformer[]
  /** What the first part of a procedure's name stands for, and which events it emits. Default: none. */
  resources?: readonly (EventSource & { title: string; description: string })[]
  /** Every kind of error there is. Default: those of the core. */
  errors?: readonly ErrorKind[]
  /** What is said of the service as a whole. Default: that it is an API. */
  about?: About
  /** Who gives the access tokens that are taken. Default: this service. */
  issuer?: string
  /** Ways to prove who calls. Default: all there are. */
  schemes?: readonly SchemeName[]
}

/** The document as text. Its YAML means the same to readers of YAML 1.1, where an unquoted timestamp would be a date. */
export function documentOf(options: DocumentOptions): { json: string; yaml: string } {
  const document = buildDocument(options)
  const yaml = stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 })
  return { json: JSON.stringify(document), yaml }
}

/**
 * The OpenAPI 3.1 document of a router. Operations with a contract are written from it; trpc-to-openapi maps plain tRPC procedures that
 * have its meta.
 */
export function buildDocument({
  router,
  access,
  naming,
  resources = [],
  about = { title: 'API', description: 'An API over REST and tRPC.' },
  baseUrl,
  issuer = baseUrl,
  schemes = SCHEME_NAMES,
  rest = [],
  files = [],
  errors = coreErrors,
}: DocumentOptions): oas31.OpenAPIObject {
  const streams = streamsOf(router).map(({ operation }) => operation)
  const performed = [...performersOf(router), ...rest, ...files].map(({ operation }) => operation)
  const operations = [...performed, ...streams]
  const guarded = { baseUrl, naming, issuer, access }
  const securitySchemes = securitySchemesOf(guarded, schemes)
  const document = generateOpenApiDocument(plainProcedures(router), {
    ...about,
    version: '1.0.0',
    license: { name: 'MIT', identifier: 'MIT' },
    baseUrl,
    securitySchemes,
    paths: { ...pathsOf(operations, securitySchemes), ...socketPaths(streams, securitySchemes) },
    defs: { Problem: problemDetailsSchema(errors) },
  })

  const ours = new Set([...operations.map(({ name }) => name), SOCKET_NAME])
  const plain = operationsOf(document).filter(({ operation }) => !ours.has(operation.operationId!))
  const answered = [
    ...operations.map(errorsOf),
    ...streams.slice(0, 1).map(socketErrorsOf),
    ...plain.map(({ path, operation }) => addProblems(path, operation)),
  ]
  document.webhooks = webhooksOf(resources)
  document.components!.schemas = { ...document.components!.schemas, ...eventSchemas(resources) }
  addComponents(document, answered, guarded)
  document.tags = resources.map(({ name, title, description }) => ({ name, description, 'x-displayName': title }))
  document.servers = [
    { url: baseUrl, description: 'The service that gave this document, local or in production.', 'x-internal': false },
  ]
  addExamples(document)
  nameIntegerFormats(document)
  return document
}

/** Every operation of a document, with its path. */
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
