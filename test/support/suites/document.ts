import type { Application } from '@roster/core'
import { errorsOf, isStream, type Resource } from '@roster/core/contract'
import { servedOf } from '@roster/gateway'
import { buildDocument, operationsOf } from '@roster/gateway/openapi'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { examplesIn, nodes, pointedTo, resolved, schemaChecker } from '../openapi.ts'

/** Tests that the document of an application describes its whole contract, and is valid OpenAPI and JSON Schema. */
export async function documentSuite(application: Application): Promise<void> {
  const served = { ...servedOf(application), access: application.access, naming: application.naming }
  const document = await buildDocument({ ...served, baseUrl: 'http://localhost:3000' })
  const files = served.files.map(({ operation }) => operation)
  const procedures = served.resources.flatMap(({ operations: own, rest }: Resource) =>
    Object.values({ ...own, ...rest }),
  )
  const operations = [...procedures, ...files]
  const documented = new Map(operationsOf(document).map(({ operation }) => [operation.operationId!, operation]))

  test('the document is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true })
    expect(document.openapi).toMatch(/^3\.1\./)
  })

  test('every operation of the contract is in it, at its path and method, and where sockets are opened', () => {
    const found = Object.entries(document.paths!).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
    )
    const expected = operations.map(({ method, path, name }) => `${method} ${path} ${name}`)
    expect(found.sort()).toEqual([...expected, 'GET /ws events.socket'].sort())
  })

  /** Whether callers can read, at the path of a change, the record that its conditions are about. */
  const isReadAt = ({ path }: { path: string }) => operations.some((one) => one.method === 'GET' && one.path === path)

  test.each(operations)(
    '$name lists its success, every status of its errors and those of its conditions',
    (operation) => {
      const ofSuccess = files.some((file) => file === operation) ? [200, 206] : [operation.status]
      const ofErrors = errorsOf(operation).map(({ status }) => status)
      const ofConditions = isStream(operation)
        ? []
        : operation.method === 'GET'
          ? [304, 412]
          : operation.method === 'POST' || !isReadAt(operation)
            ? []
            : [412]
      const statuses = [...ofSuccess, ...ofErrors, ...ofConditions].map(String)
      const { responses } = documented.get(operation.name)!
      expect(Object.keys(responses!)).toEqual([...new Set(statuses)].sort())
    },
  )

  test.each(operations)('$name shows an example problem for every one of its errors', (operation) => {
    const shown = Object.entries(documented.get(operation.name)!.responses!)
      .filter(([status, { $ref }]) => $ref && status !== '304' && status !== '412')
      .flatMap(([, { $ref }]) => Object.keys(pointedTo(document, $ref).content['application/problem+json'].examples))
    expect(shown.sort()).toEqual(
      errorsOf(operation)
        .map(({ code }) => code)
        .sort(),
    )
  })

  test('every operation, parameter and schema has a description and an example', () => {
    for (const [name, operation] of documented) {
      expect(operation).toMatchObject({ operationId: name, description: expect.stringMatching(/\w/) })
      for (const parameter of resolved(document, operation.parameters))
        expect(parameter).toMatchObject({ description: expect.stringMatching(/\w/), examples: { example: {} } })
    }
    for (const schema of Object.values<any>(document.components!.schemas!)) {
      expect(schema).toMatchObject({ description: expect.stringMatching(/\w/), examples: [{}] })
      const members = Object.entries<any>(schema.properties ?? {}).filter(([, part]) => !part.$ref)
      expect(members.filter(([, { description }]) => !description)).toEqual([])
    }
  })

  test('every example validates against its schema', () => {
    const check = schemaChecker(document)
    const examples = Array.from(examplesIn(document))
    expect(examples.length).toBeGreaterThan(100)
    expect(examples.flatMap(([schema, value]) => check(schema, value))).toEqual([])
  })

  test('every reference resolves, and every shared part is referred to', () => {
    const used = new Set(
      Array.from(nodes(document)).flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : [])),
    )
    expect(Array.from(used).filter((reference) => pointedTo(document, reference) === undefined)).toEqual([])
    const shared = ['schemas', 'responses', 'headers', 'parameters'].flatMap((kind) =>
      Object.keys(document.components![kind as 'schemas']!).map((name) => `#/components/${kind}/${name}`),
    )
    expect(shared.filter((reference) => !used.has(reference))).toEqual([])
  })

  test('every event of the catalogue is a webhook, and nothing else', () => {
    const events = served.resources.flatMap((source) => Object.entries(source.events))
    expect(Object.keys(document.webhooks!)).toEqual(events.map(([name]) => name))
    const check = schemaChecker(document)
    for (const [name, { description }] of events) {
      const { post } = document.webhooks![name] as { post: any }
      const { schema, example } = post.requestBody.content['application/json']
      expect(post).toMatchObject({ operationId: name, summary: description.slice(0, -1), security: [] })
      expect(resolved(document, post.parameters).map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual([
        'header webhook-id',
        'header webhook-timestamp',
        'header webhook-signature',
      ])
      expect(Object.keys(example)).toEqual(['event', 'id', 'cursor', 'created_at', 'api_version', 'actor', 'data'])
      expect(example.event).toBe(name)
      expect(check(schema.$ref.slice(1), example)).toEqual([])
      expect(check(schema.$ref.slice(1), { ...example, event: 'other.created' })).not.toEqual([])
      expect(Object.keys(post.responses)).toEqual(['410', '2XX', 'default'])
    }
  })

  test('every integer has a format that it fits into', () => {
    const integers = Array.from(nodes(document)).filter(([, { type }]) => type === 'integer')
    const misnamed = integers.filter(
      ([, { format, maximum }]) => format !== (maximum <= 2_147_483_647 ? 'int32' : 'int64'),
    )
    expect(integers.length).toBeGreaterThan(20)
    expect(misnamed).toEqual([])
  })
}
