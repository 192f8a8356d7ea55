import { type AnyOperation, isScope } from '@roster/core/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answers, answersTo, bytesOf, type Credentials, type Headers, unlike } from '../answers.ts'
import { exampleInput, exampleSecretOf } from '../examples.ts'
import { type JudgedService, judgedServiceOf } from '../judged-service.ts'
import { givePassword, PASSWORD } from '../passwords.ts'
import { type Call, over } from '../protocols.ts'
import { BASE_URL, type Service } from '../service.ts'
import { adminOf, fill, type Insider, prepare, type Subject } from '../subject.ts'
import { TRANSPORTS } from '../transports.ts'

const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`${secret}:`).toString('base64')}` })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Whether an operation is about the caller's own session. Callers with other credentials have no session, and get 404. */
const isOfSession = (operation: AnyOperation) =>
  operation.name === 'sessions.end' || (operation.name.startsWith('session.') && operation.scope !== 'none')

/** Returns well-formed identifiers of records that do not exist, with the length of the examples' identifiers. */
export const missingIds = (operation: AnyOperation) =>
  Object.fromEntries(
    operation.pathNames.map((name) => [name, `${String(exampleInput(operation)[name]).slice(0, -6)}ZZZZZZ`]),
  )

/** Returns the example input of an operation, with other identifiers in its path. */
export const inputWith = (operation: AnyOperation, ids: Record<string, string | undefined>) => ({
  ...exampleInput(operation),
  ...Object.fromEntries(operation.pathNames.flatMap((name) => (ids[name] ? [[name, ids[name]]] : []))),
})

/** Returns the credentials of an account. The scopes of its token are limited to those of its role. */
export async function credentialsOf(service: Service, role: string, account: { id: string; email: string }) {
  const scopes = [...service.application.access.scopesOfRole(role)]
  const key = { name: 'Test', role, scopes, user_id: account.id }
  const { body } = await over('REST', adminOf(service))('apiKeys.create', key)
  const sub = account.id
  const [seen] = await service.database.query<{ owner: string }>({ text: 'select owner from accounts where id = $1' }, [
    sub,
  ])
  return {
    'a key': { 'x-api-key': body.secret },
    'a key as Basic': basic(body.secret),
    'a token': bearer(await service.tokens.make({ sub, role, owner: seen!.owner })),
    'a session': await sessionOf(service, account.email),
  }
}

async function sessionOf({ anonymous, application }: Service, email: string): Promise<Headers> {
  const request = `POST ${application.basePath}/session`
  const { headers, body } = await anonymous.rest(request, { email, password: PASSWORD })
  const [cookie = ''] = [headers['set-cookie']].flat().join().split(';')
  return { cookie, origin: BASE_URL, 'x-csrf-token': body.csrf_token }
}

/** Tests access: which credential, scope and role may call an operation, and on whose records. */
export function accessSuite(subject: Subject): void {
  const { access, naming, resources } = subject.application
  /** Every operation, downloads included. */
  const operations = Object.values(resources).flatMap(({ contract }) =>
    Object.values<AnyOperation>({ ...contract.operations, ...contract.rest, ...contract.files }),
  )
  const having = (condition: (operation: AnyOperation) => unknown) =>
    operations.filter(condition).map((operation) => [operation.name, operation] as const)

  let service: JudgedService
  beforeAll(async () => {
    service = await judgedServiceOf(subject)
  })
  afterAll(() => service.stop())
  const admin = (): Call => over('REST', adminOf(service))
  const example = (name: string) => operations.find((operation) => operation.name === name)!.example as object

  describe('an operation that needs a credential is refused', () => {
    beforeAll(() => fill(service))
    const guarded = having(({ scope }) => scope !== 'none')

    test.each(guarded)('%s without one: 401', async (_name, operation) => {
      const answers = await answersTo(service, operation, exampleInput(operation), { none: {} })
      expect(unlike('401 unauthenticated', answers)).toEqual({})
    })

    test.each(guarded)('%s with one that is not good: 401', async (_name, operation) => {
      const unknown = `${naming.secretPrefixes.apiKey}wrongwrongwrongwrongwrongwrongwr000000`
      const expired = { exp: service.tokens.time - 3_600 }
      const cookie = `${naming.slug}_session=unknown`
      const bad = {
        'an unknown key': { 'x-api-key': unknown },
        'an unknown key as Basic': basic(unknown),
        'an expired token': bearer(await service.tokens.make(expired)),
        'a token for others': bearer(await service.tokens.make({ aud: 'https://other.example.com' })),
        'an unknown session': { cookie, origin: BASE_URL, 'x-csrf-token': 'x' },
      }
      const answers = await answersTo(service, operation, exampleInput(operation), bad)
      expect(unlike('401 unauthenticated', answers)).toEqual({})
    })

    test.each(having(({ scope }) => isScope(scope)))('%s without its scope: 403', async (_name, operation) => {
      const others = access.scopeNames.filter((scope) => scope !== operation.scope)
      const key = { name: 'Test', role: access.administrators[0], scopes: others }
      const { secret } = (await admin()('apiKeys.create', key)).body
      const lacking = {
        'a key': { 'x-api-key': secret },
        'a key as Basic': basic(secret),
        'a token': bearer(await service.tokens.make({ scope: others.join(' ') })),
        'a token of a client': bearer(await service.tokens.make({ role: 'service', scope: others.join(' ') })),
      }
      const answers = await answersTo(service, operation, exampleInput(operation), lacking)
      expect(unlike('403 insufficient-scope', answers)).toEqual({})
    })
  })

  describe.each(subject.insiders.map((insider) => [insider.role, insider] as const))('a %s', (role, insider) => {
    let account: Awaited<ReturnType<Insider['join']>>
    let credentials: Credentials

    beforeEach(async () => {
      await prepare(subject, service)
      account = await insider.join(admin())
      await givePassword(service.database, [account.id])
      credentials = await credentialsOf(service, role, account)
    })

    const own = (operation: AnyOperation) => insider.own(admin(), account, operation)
    const mayCall = ({ scope }: AnyOperation) => isScope(scope) && access.mayHold(role, scope)

    test.each(having(mayCall))('calls %s for itself', async (_name, operation) => {
      const ofExports = operation.pathNames.includes('export_id')
      const known = Object.keys(await own(operation))
      expect(operation.pathNames.filter((name) => !known.includes(name) && name !== 'export_id')).toEqual([])
      const answers: Answers = {}
      for (const [kind, headers] of Object.entries(credentials)) {
        // An export belongs to the caller who asked for it.
        const asked =
          ofExports && (await over('REST', service.sending(headers))('exports.create', example('exports.create')))
        const input = async () =>
          inputWith(operation, { ...(await own(operation)), ...(asked && { export_id: asked.body.id }) })
        Object.assign(answers, await answersTo(service, operation, input, { [kind]: headers }))
        // Delete the exports: their number at once is limited.
        await service.database.query({ text: 'delete from exports' })
      }
      const outcome = operation.name === 'exports.download' ? '409 export-not-ready' : String(operation.status)
      expect(unlike(outcome, answers)).toEqual({})
    })

    test.each(having((operation) => mayCall(operation) && operation.pathNames.length > 0))(
      'learns nothing from %s with an identifier of another: it is answered as one that names nothing',
      async (_name, operation) => {
        const [last = ''] = operation.pathNames.slice(-1)
        const absent = missingIds(operation)
        const ids = await own(operation)
        const pairs = [
          [absent, {}],
          [
            { ...ids, [last]: absent[last] },
            { ...ids, [last]: undefined },
          ],
        ]
        for (const [none, anothers] of pairs) {
          const unknown = await answersTo(service, operation, inputWith(operation, none!), credentials)
          expect(unlike('404 not-found', unknown)).toEqual({})
          const answers = await answersTo(service, operation, inputWith(operation, anothers!), credentials)
          expect(bytesOf(answers)).toEqual(bytesOf(unknown))
        }
      },
    )

    test.each(having(({ scope }) => isScope(scope) && !access.mayHold(role, scope)))(
      'is refused %s, and not told whether there is such a record',
      async (_name, operation) => {
        const known = await answersTo(service, operation, inputWith(operation, await own(operation)), credentials)
        expect(unlike('403 insufficient-scope', known)).toEqual({})
        const absent = await answersTo(service, operation, inputWith(operation, missingIds(operation)), credentials)
        expect(bytesOf(absent)).toEqual(bytesOf(known))
      },
    )
  })

  describe('an administrator', () => {
    const credentials: Record<string, () => Headers | Promise<Headers>> = {
      'a key': () => ({ 'x-api-key': exampleSecretOf(subject.application) }),
      // The token's user and client are no examples, because the operations change and delete the examples.
      'a token': async () => bearer(await service.tokens.make({ sub: 'usr_elsewhere', client_id: 'cli_elsewhere' })),
      'a session': () => sessionOf(service, subject.administrator),
    }

    // The example of an export has no file to download.
    const callable = having(({ name, scope }) => scope !== 'none' && name !== 'exports.download')

    test.each(callable)('calls %s', async (_name, operation) => {
      for (const transport of TRANSPORTS.filter((one) => one.offers(operation, subject.application))) {
        for (const [kind, make] of Object.entries(credentials)) {
          await prepare(subject, service, operation)
          const { status, body } = await transport.call(service, operation, exampleInput(operation), await make())
          const expected = isOfSession(operation) && kind !== 'a session' ? 404 : operation.status
          expect({ status, body }, `${transport.name}, ${kind}`).toMatchObject({ status: expected })
        }
      }
    })
  })

  test('whatever was answered over REST is as documented', () => {
    expect(service.breaches).toEqual([])
  })

  test('what needs no credential is signing in', () => {
    expect(having(({ scope }) => scope === 'none').map(([name]) => name)).toEqual(['session.create'])
  })
}
