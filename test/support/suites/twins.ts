import { type AnyOperation, errorsOf, type FileOperation } from '@roster/core/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exampleOf, exampleSecretOf } from '../examples.ts'
import { ODD_VALUES } from '../odd-values.ts'
import type { Subject } from '../subject.ts'
import { liveTwin, mockTwin, type Twin, twinnedOperations } from '../twins.ts'
import { type Scenario, World } from '../world.ts'

/** Error codes that no request can provoke, or that a separate scenario provokes. */
const NOT_PROVOKED: ReadonlySet<string> = new Set([
  'request-timeout',
  'headers-too-large',
  'internal',
  'unavailable',
  'overloaded',
  'rate-limited',
  'idempotency-in-progress',
])

/** Whether the suite provokes an error. `bad-request` needs an operation with a credential. `forbidden` without a power occurs only in a scenario. */
const isProvoked = (code: string, { scope, power }: AnyOperation) =>
  !NOT_PROVOKED.has(code) && !(scope === 'none' && code === 'bad-request') && (power.length > 0 || code !== 'forbidden')

interface Line {
  request: string
  status: number
  body: { code?: string }
}

const isRest = (name: string) => name.startsWith('session.')
const bodyOf = (operation: AnyOperation) => (operation.body ? { body: operation.example } : {})
const isFile = (operation: AnyOperation): operation is FileOperation => 'media' in operation

interface TwinOptions {
  /** Scenarios for rules that the contract does not have, by the name of the guarantee. */
  rules: Readonly<Record<string, Scenario>>
  /** Whether every error of an operation must be provoked, by these rules or by the suite. Default: true for all. */
  isCompared?: (name: string) => boolean
}

/** Tests that the mock of an application answers like its service. */
export function twinSuite(subject: Subject, { rules, isCompared = () => true }: TwinOptions): void {
  const { application, cast } = subject
  const { access, basePath } = application
  const { scopeFor, scopeNames } = access
  const operations = twinnedOperations(subject)
  const all = operations.map((operation) => [operation.name, operation] as const)

  let twins: Twin[]
  beforeAll(async () => {
    twins = await Promise.all([liveTwin({ subject }), mockTwin({ subject })])
  })
  afterAll(() => Promise.all(twins.map((twin) => twin.stop())))
  beforeEach(() => Promise.all(twins.map((twin) => twin.reset())))

  /** Error codes of each operation that occurred in any scenario. */
  const seen = new Map<string, Set<string>>()

  /** Runs a scenario on both twins, and expects equal answers. */
  async function expectSameAnswers(scenario: Scenario): Promise<void> {
    const transcripts = []
    for (const twin of twins) {
      const world = new World(twin)
      await scenario(world)
      transcripts.push(world.transcript.lines)
    }
    const [live, mock] = transcripts
    note(live as Line[])
    expect(mock).toEqual(live)
  }

  function note(lines: readonly Line[]): void {
    for (const { request, status, body } of lines) {
      const name = operationAt(request)?.name
      if (name === undefined) continue
      seen.set(name, (seen.get(name) ?? new Set()).add(status < 400 ? 'success' : (body.code ?? '')))
    }
  }

  function operationAt(request: string): AnyOperation | undefined {
    const [method, target = ''] = request.split(/ (.*)/s)
    const [path = ''] = target.split('?')
    const matching = operations.filter(
      (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    )
    return matching.toSorted((one, other) => one.pathNames.length - other.pathNames.length)[0]
  }

  describe.each(all)('%s', (name, operation) => {
    const having = (isLeftOut: boolean) => (isLeftOut ? test.skip : test)
    const { pathNames, method, scope } = operation

    test('succeeds as its example shows, and its conditions hold', () =>
      expectSameAnswers(async (world) => {
        await world.fill(operation)
        const headers = isRest(name) ? await world.browser() : {}
        const key = isRest(name) ? null : world.twin.adminKey
        const request = world.request(operation)
        const { headers: answered } = await world.send(request, { headers, key, ...bodyOf(operation) })
        if (method !== 'GET') return
        const etag = answered.get('etag')!
        const date = answered.get('last-modified') ?? 'Sat, 21 Nov 2026 09:30:00 GMT'
        for (const condition of [
          { 'if-none-match': etag },
          { 'if-none-match': `"x", W/${etag}` },
          { 'if-none-match': '*' },
          { 'if-none-match': 'malformed' },
          { 'if-modified-since': date },
          { 'if-match': '"x"' },
        ])
          await world.send(request, { headers: { ...headers, ...(condition as Record<string, string>) }, key })
        await world.send(request.replace('GET', 'HEAD'), { headers, key })
      }))

    having(scope === 'none')('refuses who may not call', () =>
      expectSameAnswers(async (world) => {
        await world.fill(operation)
        const request = world.request(operation)
        const sent = bodyOf(operation)
        await world.send(request, { key: null, ...sent })
        await world.send(request, { key: `${exampleSecretOf(application).slice(0, -1)}j`, ...sent })
        await world.send(request, { key: null, headers: { authorization: 'Bearer x' }, ...sent })
        await world.send(request, { key: null, headers: { authorization: `Basic ${btoa('x:')}` }, ...sent })
        await world.send(request, { headers: { authorization: 'Bearer x' }, ...sent })
        await world.send(request, { key: await world.keyWith([scopeFor.clients, scopeFor.metrics]), ...sent })
        await world.send(request, { key: await world.keyWith([scopeFor.keys]), ...sent })
        const others = scopeNames.filter((one) => one !== scope)
        await world.send(request, { key: await world.keyWith(others), ...sent })
        const viewer = await world.viewer()
        await world.send(request, { key: viewer.key, ...sent })
        await world.send(world.request(operation, { ...world.ids, [cast.account]: viewer.id }), {
          key: viewer.key,
          ...sent,
        })
        if (method === 'GET') return
        const { cookie = '' } = await world.browser()
        await world.send(request, { key: null, headers: { cookie }, ...sent })
        await world.send(request, { key: null, headers: { cookie, origin: 'http://roster.test' }, ...sent })
      }),
    )

    test('refuses faulty parameters and headers', () =>
      expectSameAnswers(async (world) => {
        await world.fill(operation)
        const headers = isRest(name) ? await world.browser() : {}
        const key = isRest(name) ? null : world.twin.adminKey
        const request = world.request(operation)
        const send = (query: string, more = {}) =>
          world.send(request + query, { headers: { ...headers, ...more }, key, ...bodyOf(operation) })
        await send('', { accept: 'text/html' })
        await send('', { accept: 'application/json;version=2' })
        for (const query of [
          '?unheard_of=1',
          '?version=2',
          '?a=1&a=2&b=3',
          '?x=%ff',
          '?constructor=1',
          `?x=${'x'.repeat(8_200)}`,
        ])
          await send(query)
        for (const path of pathNames) {
          await send(`?${path}=${world.ids[path]}`)
          for (const id of ['x', 'a/b', 'usr_', 'x'.repeat(65)])
            await world.send(world.request(operation, { ...world.ids, [path]: id }), {
              headers,
              key,
              ...bodyOf(operation),
            })
        }
      }))

    const query = Object.keys(operation.parameters.shape).filter((parameter) => !pathNames.includes(parameter))

    having(query.length === 0)('reads its query', () =>
      expectSameAnswers(async (world) => {
        await world.fill(operation)
        for (const parameter of query) {
          const example = exampleOf(operation.parameters.shape[parameter])
          for (const value of [String(example), '', '0', '-1', '1.5', 'x', 'id', 'x,,id', 'x'.repeat(2_001)])
            await world.send(`${world.request(operation)}?${parameter}=${value}`)
        }
      }),
    )

    having(method === 'GET')('refuses bodies that cannot be read', () =>
      expectSameAnswers(async (world) => {
        await world.fill(operation)
        const key = isRest(name) ? null : world.twin.adminKey
        const send = async (text: string, type = 'application/json', more = {}) => {
          const headers = { ...(isRest(name) && (await world.browser())), 'content-type': type, ...more }
          await world.send(world.request(operation), { body: text, key, headers })
        }
        for (const text of ['{', '', '\ufeff{}', '{"a":1,"a":2}', '{"__proto__":1}', '['.repeat(33) + ']'.repeat(33)])
          await send(text)
        await send(`"${'x'.repeat(1_048_576)}"`)
        for (const type of ['text/plain', 'json', 'application/json, text/plain', ' ']) await send('{}', type)
        await send('{}', 'application/json; charset=latin1')
        await send('{}', 'application/json', { 'content-encoding': 'gzip' })
        await send('{', 'application/json', { 'content-encoding': 'Identity' })
      }),
    )

    having(method === 'GET')('refuses members that break a rule, and names each', () =>
      expectSameAnswers(async (world) => {
        await world.fill(operation)
        const key = isRest(name) ? null : world.twin.adminKey
        const send = async (value: unknown) => {
          const headers = isRest(name) ? await world.browser() : {}
          await world.send(world.request(operation), { body: JSON.stringify(value), key, headers })
        }
        for (const value of [[], 'text', 1, null, {}, { unheard_of: 1, another: { a: 1 } }]) await send(value)
        const members = Object.keys(operation.body?.shape ?? {})
        if (members.length === 0) return
        for (const value of ODD_VALUES) await send(Object.fromEntries(members.map((member) => [member, value])))
      }),
    )

    having(scope === 'none' || (method !== 'POST' && method !== 'PATCH'))('repeats its answer under a key', () =>
      expectSameAnswers(async (world) => {
        await world.fill(operation)
        const send = (body: unknown, idempotencyKey = 'a') =>
          world.send(world.request(operation), { body, headers: { 'idempotency-key': idempotencyKey } })
        const example = operation.example ?? {}
        await send(example)
        await send(example)
        await send({ ...example, unheard_of: 1 })
        await send('{', 'b')
        await send('{', 'b')
        await send(example, '')
        await send(example, 'x'.repeat(256))
      }),
    )

    having(!operation.errors.some(({ code }) => code === 'gone'))('says that its record is gone', () =>
      expectSameAnswers(async (world) => {
        await world.fill(operation)
        const viewer = await world.viewer()
        await world.end(pathNames[0])
        await world.send(world.request(operation), bodyOf(operation))
        await world.send(world.request(operation), { key: viewer.key, ...bodyOf(operation) })
        world.twin.clock.advance(31 * 24 * 60 * 60 * 1_000)
        await world.send(world.request(operation), bodyOf(operation))
      }),
    )

    having(!['PUT', 'PATCH', 'DELETE'].includes(method) || isRest(name))('keeps to the conditions of a change', () =>
      expectSameAnswers(async (world) => {
        await world.fill(operation)
        const { headers } = await world.send(world.request(operation).replace(/^\w+/, 'GET'))
        const send = (more: object, body = bodyOf(operation).body) =>
          world.send(world.request(operation), {
            headers: more as Record<string, string>,
            ...(operation.body && { body }),
          })
        await send({ 'if-match': '"x"' })
        await send({ 'if-none-match': '*' })
        await send({ 'if-unmodified-since': 'Sat, 21 Nov 2020 09:30:00 GMT' })
        if (operation.body && 'version' in operation.body.shape) {
          await send({}, { ...(operation.example as object), version: 7 })
          await send({}, { ...(operation.example as object), version: 'x' })
        }
        await send({ 'if-match': `"x", ${headers.get('etag')}` })
      }),
    )

    test('is offered by the methods that the contract says', () =>
      expectSameAnswers(async (world) => {
        await world.fill(operation)
        const [, path = ''] = world.request(operation).split(' ')
        await world.send(`OPTIONS ${path}`)
        await world.send(`${method} ${path}/`)
        // Without the version, this path is the path of the stream.
        if (path !== `${basePath}/events`) await world.send(`${method} ${path.replace(basePath, '')}`)
        for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
          const isTaken = operations.some(
            (one) => one.path === operation.path && one.method === other.replace('HEAD', 'GET'),
          )
          if (!isTaken) await world.send(`${other} ${path}`)
        }
      }))

    having(!isFile(operation))('is sent in ranges', () =>
      expectSameAnswers(async (world) => {
        await world.fill(operation)
        const request = world.request(operation)
        const { headers } = await world.send(request)
        for (const range of [
          'bytes=0-9',
          'bytes=10-',
          'bytes=-5',
          'bytes=9999-',
          'bytes=5-1',
          'bytes=0-1,3-4',
          'x=0-1',
        ])
          await world.send(request, { headers: { range } })
        await world.send(request, { headers: { range: 'bytes=0-9', 'if-range': headers.get('etag')! } })
        await world.send(request, { headers: { range: 'bytes=0-9', 'if-range': '"x"' } })
      }),
    )
  })

  describe('rules of the records', () => {
    test.each(Object.entries(rules))('%s', (_name, scenario) => expectSameAnswers(scenario))
  })

  test('a quota that is used up is told in the same words', async () => {
    const quotas = { read: 2, write: 1, token: 2 }
    const asking = { key: null, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const limited = await Promise.all([liveTwin({ subject, quotas }), mockTwin({ subject, quotas })])
    const transcripts = []
    for (const twin of limited) {
      const world = new World(twin)
      for (let count = 0; count < 4; count++) await world.send(`GET ${basePath}/me`)
      for (let count = 0; count < 2; count++) await world.send(`POST ${basePath}/realtime/tickets`)
      for (const body of ['client_id=a', 'client_id=b', 'client_id=c'])
        await world.send('POST /oauth/token', { ...asking, body })
      transcripts.push(world.transcript.lines)
    }
    await Promise.all(limited.map((twin) => twin.stop()))
    expect(transcripts[1]).toEqual(transcripts[0])
  })

  const compared = all.filter(([name]) => isCompared(name))

  test.each(compared)('every error that %s declares, and its success, was compared', (name, operation) => {
    const expected = [
      'success',
      ...errorsOf(operation)
        .map(({ code }) => code)
        .filter((code) => isProvoked(code, operation)),
    ]
    expect(expected.filter((code) => !seen.get(name)?.has(code))).toEqual([])
  })
}
