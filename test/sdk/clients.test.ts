import { type AnyOperation, exampleId } from '@roster/core/contract'
import { APIError, List, Roster } from '@roster/sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { liveTwin, mockTwin, type Twin, twinnedOperations } from '../support/twins.ts'
import { World } from '../support/world.ts'

type Methods = Record<string, (...parameters: unknown[]) => PromiseLike<unknown>>

const all = twinnedOperations().map((operation) => [operation.name, operation] as const)

let twins: Twin[]
beforeAll(async () => {
  twins = await Promise.all([liveTwin(), mockTwin()])
})
afterAll(() => Promise.all(twins.map((twin) => twin.stop())))
beforeEach(() => Promise.all(twins.map((twin) => twin.reset())))

/** A program that uses the client. */
class Program {
  readonly world: World

  constructor(twin: Twin) {
    this.world = new World(twin)
  }

  /** Calls the method of an operation, and notes what it gives or throws. */
  async call({ name }: AnyOperation, parameters: unknown[], apiKey = this.world.twin.adminKey): Promise<unknown> {
    const { baseUrl, fetch } = this.world.twin
    const client = new Roster({
      baseUrl,
      apiKey,
      maxRetries: 0,
      logLevel: 'off',
      fetch: (url, init) => fetch(url.slice(baseUrl.length), init),
    })
    const [resource = '', method = ''] = name.split('.')
    const methods = (client as unknown as Record<string, Methods>)[resource]!
    const outcome = await outcomeOf(() => methods[method]!(...parameters))
    this.world.transcript.note(outcome)
    return outcome
  }

  /** What the examples of an operation pass to its method. */
  parameters({ pathNames, example }: AnyOperation, ids: Record<string, string> = this.world.ids): unknown[] {
    return [...pathNames.map((name) => ids[name] ?? 'x'), ...(example === undefined ? [] : [example])]
  }
}

async function outcomeOf(call: () => PromiseLike<unknown>): Promise<object> {
  try {
    return { gives: await plainOf(await call()) }
  } catch (error) {
    if (!(error instanceof APIError)) return { throws: String(error) }
    const { name, message, status, code, type, title, detail, errors } = error
    return { throws: name, isOf: error.constructor.name, message, status, code, type, title, detail, errors }
  }
}

/** A page as what it holds, and a file as its text. */
async function plainOf(value: unknown): Promise<unknown> {
  if (value instanceof ReadableStream) return new Response(value as never).text()
  if (value === undefined) return 'nothing'
  return { ...(value as object) }
}

/** Runs a program on both, and expects that the client gives and throws the same. */
async function expectSameOutcomes(run: (program: Program) => Promise<void>): Promise<void> {
  const transcripts = []
  for (const twin of twins) {
    const program = new Program(twin)
    await program.world.fill()
    await run(program)
    transcripts.push(program.world.transcript.lines)
  }
  expect(transcripts[1]).toEqual(transcripts[0])
}

/** What a machine has none of: the cookie of a session, and sessions of its own. */
const OF_SESSIONS = new Set(['session.create', 'session.get', 'session.delete', 'sessions.end'])

describe.each(all)('%s', (name, operation) => {
  const { pathNames, body } = operation

  test.skipIf(OF_SESSIONS.has(name))('gives the same', () =>
    expectSameOutcomes(async (program) => {
      expect(await program.call(operation, program.parameters(operation))).toHaveProperty('gives')
    }),
  )

  test('throws the same', () =>
    expectSameOutcomes(async (program) => {
      const { world } = program
      const parameters = program.parameters(operation)
      const viewer = await world.viewer()
      await program.call(operation, parameters, 'rk_none')
      await program.call(operation, parameters, viewer.key)
      await program.call(operation, parameters, await world.keyWith(['read:metrics']))
      const missing = Object.fromEntries(pathNames.map((id) => [id, exampleId('usr').slice(0, -2) + 'ZZ']))
      if (pathNames.length > 0) await program.call(operation, program.parameters(operation, missing))
      const ids = parameters.slice(0, pathNames.length)
      if (body) await program.call(operation, [...ids, { unheard_of: 1 }])
      if (!body) await program.call(operation, [...ids, { limit: 0, unheard_of: 1 }])
      await program.call(operation, [...parameters, { ifMatch: '"x"', idempotencyKey: 'x'.repeat(256) }])
      await world.end(pathNames[0])
      await program.call(operation, parameters)
    }))
})

const lists = all.filter(([, { parameters }]) => 'limit' in parameters.shape)

test.each(lists)('%s gives every record, page by page', (_name, operation) =>
  expectSameOutcomes(async (program) => {
    const { world } = program
    world.twin.clock.advance(1_000)
    await world.viewer()
    const { baseUrl, fetch, adminKey } = world.twin
    const client = new Roster({
      baseUrl,
      apiKey: adminKey,
      fetch: (url, init) => fetch(url.slice(baseUrl.length), init),
    })
    const [resource = '', method = ''] = operation.name.split('.')
    const list = (client as unknown as Record<string, Methods>)[resource]![method]!(...program.parameters(operation), {
      limit: 1,
    })
    expect(list).toBeInstanceOf(List)
    for await (const record of list as List<object>) world.transcript.note(record)
  }),
)
