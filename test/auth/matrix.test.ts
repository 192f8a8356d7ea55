import { access, type AnyOperation, isScope, type Resource, type Scope, scopes } from '@roster/api'
import { resources } from '@roster/api/app'
import type { ApiKeysCreateBody } from '@roster/sdk'
import { EXAMPLE_SECRET, exampleInput, fillWithExamples, giveExampleSession } from '@roster/test/examples'
import { givePassword, PASSWORD } from '@roster/test/passwords'
import type { HttpResponse } from '@roster/test/caller'
import { BASE_URL, type Service, startService } from '@roster/test/service'
import { TRANSPORTS } from '@roster/test/transports'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

/** Every operation, downloads included. */
const operations = Object.values(resources).flatMap(({ contract }: { contract: Resource }) =>
  Object.values<AnyOperation>({ ...contract.operations, ...contract.rest, ...contract.files }),
)
const having = (condition: (operation: AnyOperation) => unknown) =>
  operations.filter(condition).map((operation) => [operation.name, operation] as const)

type Headers = Record<string, string>
/** Headers by the kind of credential that they carry. */
type Credentials = Record<string, Headers>

const ALL_SCOPES = Object.keys(scopes) as Scope[]

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const reset = () => fillWithExamples(service.database, service.clock.now())
const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function keyOf(key: Omit<ApiKeysCreateBody, 'name'>): Promise<string> {
  return (await service.withKey(EXAMPLE_SECRET).sdk.apiKeys.create({ name: 'Test', ...key })).secret
}

async function sessionOf(email: string): Promise<Headers> {
  const { data, response } = await service.anonymous.sdk.session.create({ email, password: PASSWORD }).withResponse()
  const [cookie = ''] = response.headers.get('set-cookie')!.split(';')
  return { cookie, origin: BASE_URL, 'x-csrf-token': data.csrf_token }
}

/** What one call gets over every transport, with each of these credentials. */
async function answersTo(operation: AnyOperation, input: object, credentials: Credentials) {
  const answers: Record<string, HttpResponse> = {}
  for (const transport of TRANSPORTS.filter((one) => one.offers(operation))) {
    for (const [kind, headers] of Object.entries(credentials))
      answers[`${transport.name}, ${kind}`] = await transport.call(service, operation, input, headers)
  }
  return answers
}

/** Those of some answers that differ from an outcome, `<status> <code>`. */
function unlike(outcome: string, answers: Record<string, HttpResponse>) {
  const outcomes = Object.entries(answers).map(([from, { status, body }]) => {
    return [from, [status, body?.code].filter(Boolean).join(' ')] as const
  })
  return Object.fromEntries(outcomes.filter(([, other]) => other !== outcome))
}

describe('an operation that needs a credential is refused', () => {
  beforeAll(reset)
  const guarded = having(({ scope }) => scope !== 'none')

  test.each(guarded)('%s without one: 401', async (_name, operation) => {
    expect(unlike('401 unauthenticated', await answersTo(operation, exampleInput(operation), { none: {} }))).toEqual({})
  })

  test.each(guarded)('%s with one that is not good: 401', async (_name, operation) => {
    const unknown = 'rk_wrongwrongwrongwrongwrongwrongwr000000'
    const expired = { exp: service.tokens.time - 3_600 }
    const bad = {
      'an unknown key': { 'x-api-key': unknown },
      'an unknown key as Basic': basic(unknown),
      'an expired token': bearer(await service.tokens.make(expired)),
      'a token for others': bearer(await service.tokens.make({ aud: 'https://other.example.com' })),
      'an unknown session': { cookie: 'roster_session=unknown', origin: BASE_URL, 'x-csrf-token': 'x' },
    }
    expect(unlike('401 unauthenticated', await answersTo(operation, exampleInput(operation), bad))).toEqual({})
  })

  test.each(having(({ scope }) => isScope(scope)))('%s without its scope: 403', async (_name, operation) => {
    const others = ALL_SCOPES.filter((scope) => scope !== operation.scope)
    const secret = await keyOf({ role: 'admin', scopes: others })
    const lacking = {
      'a key': { 'x-api-key': secret },
      'a key as Basic': basic(secret),
      'a token': bearer(await service.tokens.make({ scope: others.join(' ') })),
      'a token of a client': bearer(await service.tokens.make({ role: 'service', scope: others.join(' ') })),
    }
    expect(unlike('403 insufficient-scope', await answersTo(operation, exampleInput(operation), lacking))).toEqual({})
  })
})

/** Where an operation of one's session answers to other credentials: they are no session, and it is none of theirs. */
const isOfSession = ({ name, scope }: AnyOperation) =>
  name === 'sessions.end' || (name.startsWith('session.') && scope !== 'none')

describe('a viewer', () => {
  /** Its own identifiers, by the name of the parameter that takes them. */
  let own: Record<string, string>
  let viewer: Credentials

  beforeEach(async () => {
    await reset()
    const admin = service.withKey(EXAMPLE_SECRET).sdk
    const email = 'viewer@example.com'
    const user = await admin.users.create({ name: 'Viewer', email, role: 'viewer' })
    await givePassword(service.database, [user.id])
    const item = { sku: 'A', name: 'A', quantity: 1, unit_amount: 1 }
    const order = await admin.orders.create(user.id, { currency: 'EUR', items: [item] })
    const held = ALL_SCOPES.filter((scope) => access.mayHold('viewer', scope))
    const secret = await keyOf({ role: 'viewer', scopes: held, user_id: user.id })
    own = { user_id: user.id, order_id: order.id }
    viewer = {
      'a key': { 'x-api-key': secret },
      'a key as Basic': basic(secret),
      // However much it claims, a viewer's token holds what a viewer may hold.
      'a token': bearer(await service.tokens.make({ sub: user.id, role: 'viewer' })),
      'a session': await sessionOf(email),
    }
  })

  const mayCall = ({ scope }: AnyOperation) => isScope(scope) && access.mayHold('viewer', scope)
  const inputOf = (operation: AnyOperation, ids: Record<string, string | undefined>) => ({
    ...exampleInput(operation),
    ...Object.fromEntries(operation.pathNames.flatMap((name) => (ids[name] ? [[name, ids[name]]] : []))),
  })
  /** Identifiers of the right form that name nothing, as long as those they replace. */
  const missing = (operation: AnyOperation) =>
    Object.fromEntries(
      operation.pathNames.map((name) => [name, `${String(exampleInput(operation)[name]).slice(0, -6)}ZZZZZZ`]),
    )

  const isOwnOrNobodys = ({ pathNames }: AnyOperation) => pathNames.every((name) => name in own || name === 'export_id')

  test.each(having(mayCall))('calls %s for itself', async (_name, operation) => {
    expect(isOwnOrNobodys(operation)).toBe(true)
    const answers: Record<string, HttpResponse> = {}
    for (const [kind, headers] of Object.entries(viewer)) {
      // An export belongs to the caller who asked for it.
      const asked =
        operation.pathNames.includes('export_id') &&
        (await service.sending(headers).sdk.exports.create({ format: 'csv' }))
      const input = inputOf(operation, { ...own, ...(asked && { export_id: asked.id }) })
      Object.assign(answers, await answersTo(operation, input, { [kind]: headers }))
      // So many exports at once are for nobody.
      await service.database.query({ text: 'delete from exports' })
    }
    const outcome = operation.name === 'exports.download' ? '409 export-not-ready' : String(operation.status)
    expect(unlike(outcome, answers)).toEqual({})
  })

  test.each(having((operation) => mayCall(operation) && operation.pathNames.length > 0))(
    'learns nothing from %s with an identifier of another: it is answered as one that names nothing',
    async (_name, operation) => {
      const [last = ''] = operation.pathNames.slice(-1)
      const absent = missing(operation)
      const pairs = [
        [absent, {}],
        [
          { ...own, [last]: absent[last] },
          { ...own, [last]: undefined },
        ],
      ]
      for (const [none, anothers] of pairs) {
        const unknown = await answersTo(operation, inputOf(operation, none!), viewer)
        expect(unlike('404 not-found', unknown)).toEqual({})
        expect(bytesOf(await answersTo(operation, inputOf(operation, anothers!), viewer))).toEqual(bytesOf(unknown))
      }
    },
  )

  test.each(having(({ scope }) => isScope(scope) && !access.mayHold('viewer', scope)))(
    'is refused %s, and not told whether there is such a record',
    async (_name, operation) => {
      const known = await answersTo(operation, inputOf(operation, own), viewer)
      expect(unlike('403 insufficient-scope', known)).toEqual({})
      const absent = await answersTo(operation, inputOf(operation, missing(operation)), viewer)
      expect(bytesOf(absent)).toEqual(bytesOf(known))
    },
  )

  test("is refused another's password, and is asked for the present one for its own", async () => {
    const operation = operations.find(({ name }) => name === 'users.setPassword')!
    const absent = await answersTo(operation, inputOf(operation, missing(operation)), viewer)
    expect(unlike('403 insufficient-scope', absent)).toEqual({})
    expect(bytesOf(await answersTo(operation, exampleInput(operation), viewer))).toEqual(bytesOf(absent))
    expect(unlike('422 validation-failed', await answersTo(operation, inputOf(operation, own), viewer))).toEqual({})
  })
})

/** Answers as they are, without what names the request: all that may differ. */
function bytesOf(answers: Record<string, HttpResponse>) {
  const strip = ({ status, headers, body }: HttpResponse) => {
    const { instance: _instance, request_id: _requestId, ...problem } = body
    const kept = Object.entries(headers).filter(([name]) => !NAMING.test(name))
    return { status, headers: Object.fromEntries(kept), text: JSON.stringify(problem) }
  }
  return Object.fromEntries(Object.entries(answers).map(([from, answer]) => [from, strip(answer)]))
}

const NAMING = /^(?:date|x-request-id|x-ratelimit-.*|ratelimit.*)$/

describe('an administrator', () => {
  /** The records of the examples, another administrator whose session is one of them, and passwords for all. */
  async function prepare(): Promise<void> {
    await reset()
    const admin = service.withKey(EXAMPLE_SECRET).sdk
    await admin.users.create({ name: 'Root', email: 'root@example.com', role: 'admin' })
    const { data } = await admin.users.list()
    await givePassword(
      service.database,
      data.map(({ id }) => id),
    )
    await giveExampleSession(service.database, 'root@example.com')
  }

  const credentials: Record<string, () => Headers | Promise<Headers>> = {
    'a key': () => ({ 'x-api-key': EXAMPLE_SECRET }),
    // Neither its user nor its client is one of the examples, which are changed and deleted here.
    'a token': async () => bearer(await service.tokens.make({ sub: 'usr_elsewhere', client_id: 'cli_elsewhere' })),
    'a session': () => sessionOf('root@example.com'),
  }

  // The example of an export has no file to download.
  const callable = having((operation) => operation.scope !== 'none' && !('media' in operation))

  test.each(callable)('calls %s', async (_name, operation) => {
    for (const transport of TRANSPORTS.filter((one) => one.offers(operation))) {
      for (const [kind, make] of Object.entries(credentials)) {
        await prepare()
        const { status, body } = await transport.call(service, operation, exampleInput(operation), await make())
        const expected = isOfSession(operation) && kind !== 'a session' ? 404 : operation.status
        expect({ status, body }, `${transport.name}, ${kind}`).toMatchObject({ status: expected })
      }
    }
  })
})

test('what needs no credential is there for everybody', () => {
  expect(having(({ scope }) => scope === 'none').map(([name]) => name)).toEqual(['session.create'])
})
