import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { application, resources } from '@roster/api'
import { errorsOf } from './errors-of.ts'
import { takesKey } from './operation.ts'
import type { Resource } from './resource.ts'

const contracts = Object.values(resources).map(({ contract }) => contract)
const operations = contracts.flatMap(({ operations: own, rest }: Resource) => Object.values({ ...own, ...rest }))
const named = operations.map((operation) => [operation.name, operation] as const)

type Schemas = Record<string, Schema>

interface Schema {
  $ref?: string
  description?: string
  examples?: unknown[]
  [keyword: string]: unknown
}

/** The properties of a schema and of everything in it, by path. */
function* propertiesOf(part: unknown, path = ''): Generator<[path: string, schema: Schema]> {
  if (typeof part !== 'object' || part === null) return
  const { properties = {}, ...others } = part as Schema
  for (const [name, inner] of Object.entries(properties as Schemas)) {
    yield [`${path}/${name}`, inner]
    yield* propertiesOf(inner, `${path}/${name}`)
  }
  for (const [name, inner] of Object.entries(others)) yield* propertiesOf(inner, `${path}/${name}`)
}

describe.each(named)('%s', (name, operation) => {
  test('has its path parameters in its path, once each', () => {
    const inPath = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, parameter]) => parameter)
    expect(inPath).toEqual(operation.pathNames)
  })

  test('declares errors that have a page', () => {
    for (const kind of errorsOf(operation)) expect(application.errors).toContain(kind)
  })

  test.runIf(takesKey(operation))('can be refused to who repeats its request and holds less by then', () => {
    expect(errorsOf(operation).map(({ code }) => code)).toContain('forbidden')
  })

  test('has a body exactly if it has an example, which validates', () => {
    expect(operation.example === undefined).toBe(operation.body === undefined)
    expect(operation.body?.safeParse(operation.example).error).toBeUndefined()
  })

  const inputs = [operation.parameters, operation.body ?? z.object()]
  const takesAny = inputs.some(({ shape }) => Object.keys(shape).length > 0)
  test.runIf(takesAny)('has examples that validate, of parameters and members', () => {
    for (const object of inputs) {
      const { properties, $defs = {} } = z.toJSONSchema(object, { io: 'input' }) as {
        properties: Schemas
        $defs?: Schemas
      }
      for (const [member, schema] of Object.entries(properties)) {
        const { description, examples } = { ...$defs[schema.$ref?.split('/').at(-1) ?? ''], ...schema }
        expect({ member, description, examples }).toEqual({
          member,
          description: expect.any(String),
          examples: [expect.toSatisfy((value) => z.safeParse(object.shape[member], value).success)],
        })
      }
    }
  })

  test('has an output exactly if its success has a body', () => {
    expect(operation.output === undefined).toBe(operation.status === 204)
  })

  test.runIf(operation.output)('describes every member of its output', () => {
    const members = Array.from(propertiesOf(z.toJSONSchema(operation.output!, { io: 'output' })))
    expect(members).not.toEqual([])
    expect(members.filter(([, member]) => !member.$ref && !member.description)).toEqual([])
  })

  // Lists have none of their own: they are made from the one of their record.
  const examples = operation.output?.meta()?.examples
  test.runIf(examples)('gives examples of its output that validate', () => {
    expect(examples).toEqual([expect.toSatisfy((value) => operation.output!.safeParse(value).success)])
  })

  test('has the name of its resource and a place of its own', () => {
    const same = operations.filter(({ method, path }) => method === operation.method && path === operation.path)
    expect(same).toEqual([operation])
    expect(name).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+$/)
  })
})

test('events are named after their resource and what happened, once each', () => {
  const names = contracts.flatMap(({ events }) => Object.keys(events))
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z_]+\.[a-z_]+$/)
})

test.each(application.errors.map(({ code, ...kind }) => [code, kind] as const))(
  'the error %s says what happened and what to do',
  (code, { status, ...words }) => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
    for (const text of [words.description, words.remedy]) expect(text).toMatch(/^[A-Z].*\.$/)
  },
)
