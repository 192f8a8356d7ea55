import { type AnyOperation, errorsOf, isScope } from '@roster/core/contract'
import { DEFAULT_LIMITS } from '@roster/core/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '../caller.ts'
import { exampleInput, exampleOf } from '../examples.ts'
import { PASSWORD } from '../passwords.ts'
import { operationsOf, over, protocolsOf, restRequest, withoutRequest } from '../protocols.ts'
import { type JudgedService, judgedServiceOf } from '../judged-service.ts'
import type { Service } from '../service.ts'
import { adminOf, fill, isOfSessions, prepare, type Subject } from '../subject.ts'

type Row = Record<string, unknown>

/** Tests that every operation gives the same answers over REST and tRPC, for successes and problems. */
export function paritySuite(subject: Subject): void {
  const { application } = subject
  const { access } = application
  const all = [...operationsOf(application).values()].map((operation) => [operation.name, operation] as const)
  const having = (condition: (operation: AnyOperation) => unknown) =>
    all.filter(([, operation]) => condition(operation))

  let service: JudgedService
  beforeAll(async () => {
    service = await judgedServiceOf(subject)
  })
  afterAll(() => service.stop())
  const admin = () => adminOf(service)

  /** Calls an operation over every protocol that offers it, expects equal answers, and returns the answer. */
  async function allRefuse(caller: Caller, name: string, input: Row) {
    const protocols = protocolsOf(application, name)
    const answers = await Promise.all(protocols.map((protocol) => over(protocol, caller)(name, input)))
    const [rest, ...others] = answers
    for (const other of others) expect(withoutRequest(other)).toEqual(withoutRequest(rest!))
    return rest!
  }

  describe('every operation gives the same problem over REST and tRPC', () => {
    beforeAll(() => fill(service))

    test.each(having(({ scope }) => scope !== 'none'))('%s without a credential: 401', async (name, operation) => {
      const answer = await allRefuse(service.anonymous, name, exampleInput(operation))
      expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    })

    test.each(having(({ scope }) => isScope(scope)))('%s without its scope: 403', async (name, operation) => {
      const others = access.scopeNames.filter((scope) => scope !== operation.scope)
      const given = { name: 'Others', role: access.administrators[0], scopes: others }
      const key = await over('REST', admin())('apiKeys.create', given)
      const answer = await allRefuse(service.withKey(key.body.secret), name, exampleInput(operation))
      expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient-scope' } })
    })

    test.each(all)('%s with an unknown parameter or member: 400 or 422', async (name, operation) => {
      const answer = await allRefuse(admin(), name, { ...exampleInput(operation), unheard_of: 'x' })
      expect(answer).toMatchObject({
        status: operation.body ? 422 : 400,
        body: { errors: [{ field: 'unheard_of', code: operation.body ? 'unknown-member' : 'unknown-parameter' }] },
      })
    })

    const withPath = having(({ pathNames }) => pathNames.length > 0)

    test.each(withPath)('%s with an identifier that names nothing: 404', async (name, operation) => {
      for (const path of operation.pathNames) {
        for (const id of ['x', 'usr_', 'a/b', '%00', '\0', '\u{1F600}', 'x'.repeat(64)]) {
          const answer = await allRefuse(admin(), name, { ...exampleInput(operation), [path]: id })
          expect(answer, `${path}=${id}`).toMatchObject({ status: 404, body: { code: 'not-found' } })
        }
      }
    })

    test.each(withPath)('%s with an identifier that is too long: 400', async (name, operation) => {
      for (const path of operation.pathNames) {
        const answer = await allRefuse(admin(), name, { ...exampleInput(operation), [path]: 'x'.repeat(65) })
        expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-parameters', errors: [{ field: path }] } })
      }
    })

    const withBody = having(({ body }) => body)

    test.each(withBody)('%s with members of the wrong type: 422, naming each', async (name, operation) => {
      const wrong = Object.entries(operation.body!.shape).map(([member, schema]) => [member, valueRefusedBy(schema)])
      const answer = await allRefuse(admin(), name, { ...exampleInput(operation), ...Object.fromEntries(wrong) })
      expect(answer).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
      const fields = answer.body.errors.map(({ field }: { field: string }) => field)
      expect(fields).toEqual(wrong.map(([member]) => member))
    })

    const reading = having((operation) => operation.method !== 'GET' && (operation.body || !isOfSessions(operation)))

    test.each(reading)('%s with a body that is no object: 422', async (name, operation) => {
      const { request } = restRequest(operation, exampleInput(operation))
      for (const body of [[], 'text', 1, true, null]) {
        const rest = await admin().rest(request, JSON.stringify(body))
        expect(rest).toMatchObject({ status: 422, body: { code: 'validation-failed' } })
        // Over RPC, path parameters are members of the input object. So only operations with a body and without path parameters can get another input.
        if (!operation.body || operation.pathNames.length > 0 || !protocolsOf(application, name).includes('tRPC'))
          continue
        expect(withoutRequest(await admin().rpc(name, body))).toEqual(withoutRequest(rest))
      }
    })

    test.each(withBody)('%s over REST with a body that cannot be read: 400, 413 and 415', async (_name, operation) => {
      const { request } = restRequest(operation, exampleInput(operation))
      const refused = async (body: string, type = 'application/json') =>
        (await admin().rest(request, body, { 'content-type': type })).body.code
      expect([await refused('{'), await refused('')]).toEqual(['malformed-json', 'malformed-json'])
      expect(await refused(`"${'x'.repeat(1_048_576)}"`)).toBe('payload-too-large')
      expect(await refused('{}', 'text/plain')).toBe('unsupported-media-type')
    })
  })

  describe('every operation gives the same success over REST and tRPC', () => {
    beforeEach(() => fill(service))

    test.each(all)('%s, called as its examples show', async (name, operation) => {
      const answers = []
      for (const protocol of protocolsOf(application, name)) {
        await prepare(subject, service, operation)
        const caller = isOfSessions(operation) ? await service.browser(subject.administrator, PASSWORD) : admin()
        answers.push(await over(protocol, caller)(name, exampleInput(operation)))
      }
      const [rest, ...others] = answers.map(comparable)
      expect(rest).toMatchObject({ status: operation.status })
      for (const other of others) expect(other).toEqual(rest)
      expect(operation.output?.safeParse(answers[0]!.body).error).toBeUndefined()
    })

    const lists = having(({ parameters }) => 'fields' in parameters.shape)

    test.each(lists)('%s with fields, also through tRPC itself', async (name, operation) => {
      const input = { ...exampleInput(operation), fields: exampleOf(operation.parameters.shape['fields']) }
      const rest = await over('REST', admin())(name, input)
      expect(rest.status).toBe(200)
      expect(await over('tRPC', admin())(name, input)).toEqual(rest)
      expect(await callDirectly(service, name, input)).toEqual(rest.body)
    })
  })

  test('whatever was answered over REST is as documented', () => {
    expect(service.breaches).toEqual([])
  })

  test.each(all)('%s declares errors that the table knows, each once', (_name, operation) => {
    const codes = errorsOf(operation)
    expect(new Set(codes).size).toBe(codes.length)
    expect(new Set([...codes, ...operation.errors]).size).toBe(codes.length)
  })
}

/** Calls a procedure of the router directly, like a library, with tRPC's own output validation. */
async function callDirectly({ application, database, clock }: Service, name: string, input: unknown): Promise<unknown> {
  const { access, naming, router } = application
  const [resource, operation] = name.split('.') as [string, string]
  const caller = router.createCaller({
    tell() {},
    admit: async () => ({
      type: 'api_key',
      id: 'key',
      name: 'Test',
      user_id: null,
      role: access.administrators[0],
      scopes: new Set(access.scopeNames),
      owner: null,
      credential: null,
    }),
    throttled: (_account: unknown, prove: () => unknown) => prove(),
    connect: async () => {
      throw new Error('Nothing stays open here.')
    },
    now: clock.now,
    requestId: 'test',
    address: '127.0.0.1',
    userAgent: undefined,
    baseUrl: '',
    database,
    signer: { sign: (content: string) => content, open: (signed: string) => signed },
    sealer: { seal: (text: string) => text, unseal: (sealed: string) => sealed },
    webhooks: {
      sealer: { seal: (text: string) => text, unseal: (sealed: string) => sealed },
      refusal: async () => undefined,
    },
    limits: DEFAULT_LIMITS,
    access,
    naming,
  }) as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>
  return caller[resource]![operation]!(input)
}

function valueRefusedBy(schema: unknown): unknown {
  const { safeParse } = schema as { safeParse: (value: unknown) => { success: boolean } }
  return [true, 'x', {}].find((value) => !safeParse(value).success)
}

// Identifiers, secrets and order numbers, but not those of examples.
const GENERATED = /\bwhsec_[\w+/]+=*|\b(?:[a-z]+_(?!01KAJQ7W5M8XV2R4T6Y9B3D5)[0-9A-Za-z]{9,}|ORD(?:-\w{4})+)\b/g

/** Members that contain a part of a generated value, or that are written a little later. */
const VARYING = new Set(['prefix', 'last_used_at'])

/** Returns an answer with generated values replaced. */
function comparable(answer: { status: number; body: any }): { status: number; body: any } {
  const text = JSON.stringify(answer, (name, value) => (VARYING.has(name) ? `(${name})` : value))
  return JSON.parse(text.replaceAll(GENERATED, '(generated)'))
}
