import { randomBytes } from 'node:crypto'
import { copyDatabase, type TestDatabase } from '@roster/test/database'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ErrorCode } from '../contract/errors.ts'
import { NOBODY } from '../contract/principal.ts'
import { Problem } from '../contract/problem.ts'
import { createSealer } from '../crypto/sealer.ts'
import { Transaction } from '../data/transaction.ts'
import { Part } from '../operation/part.ts'
import { type Effect, type EffectResult, type KeyedRequest, performOnce } from './once.ts'

let copy: TestDatabase
let request: KeyedRequest
beforeEach(async () => {
  copy = await copyDatabase()
  const context = {
    database: copy.database,
    sealer: createSealer([randomBytes(32)], 'answer'),
    now: () => 0,
  }
  const named = { method: 'POST', path: '/v1/users', key: 'once', fingerprint: 'hash of the body' }
  request = { context: context as never, principal: { ...NOBODY, id: 'key_1' }, ...named }
})
afterEach(() => copy.drop())

test('a response is given as long as the request says, and the same request has its effect again then', async () => {
  let time = 0
  request = { ...request, context: { ...request.context, now: () => time }, lifetime: 1_000 }
  const answers = []
  for (const [at, effect] of [
    [0, 'first'],
    [1_000, 'second'],
    [1_001, 'third'],
    [2_001, 'fourth'],
  ] as const) {
    time = at
    answers.push(await perform(async () => effect))
  }
  expect(answers).toEqual([
    { response: 'first', isReplay: false },
    { response: 'first', isReplay: true },
    { response: 'third', isReplay: false },
    { response: 'third', isReplay: true },
  ])
})

test('a key counts for its method and path alone', async () => {
  const replays: boolean[] = []
  for (const other of [{}, { method: 'PATCH' }, { path: '/v1/orders' }, {}]) {
    request = { ...request, method: 'POST', path: '/v1/users', ...other }
    replays.push((await perform(async () => 'done')).isReplay)
  }
  expect(replays).toEqual([false, false, false, true])
})

describe('an effect in parts', () => {
  const noted = { text: 'create table notes (part int)' }
  const note = { text: 'insert into notes values ($1)' }
  const parts = async () => (await copy.database.query<{ part: number }>({ text: 'select part from notes' })).length
  const inThree =
    (fault?: Error): Effect =>
    async (transaction, progress = 1) => {
      await transaction.query(note, [progress])
      if (progress === 3 && fault) throw fault
      return progress === 3 ? 'done' : new Part(Number(progress) + 1)
    }
  beforeEach(() => copy.database.query(noted))

  test('has a response once all are done', async () => {
    expect(await perform(inThree())).toEqual({ response: 'done', isReplay: false })
    expect(await perform(inThree())).toEqual({ response: 'done', isReplay: true })
    expect(await parts()).toBe(3)
  })

  test('keeps what was done where a later part fails, and has no response', async () => {
    await expect(perform(inThree(new Error('broken')))).rejects.toThrow('broken')
    expect([await parts(), await kept()]).toEqual([2, []])
  })

  test('is continued in place of the first request by the same one, whose response both get', async () => {
    let isFirst = true
    const overtaken: Effect = async (transaction, progress) => {
      if (progress === 2 && isFirst) throw new Error('The other one has done it.')
      return inThree()(transaction, progress)
    }
    const spied = vi.spyOn(Transaction.prototype, 'commit').mockImplementationOnce(async function (this: Transaction) {
      await this.commit()
      isFirst = false
      expect(await perform(inThree())).toEqual({ response: 'done', isReplay: false })
      isFirst = true
    })
    onTestFinished(() => spied.mockRestore())
    expect(await perform(overtaken)).toEqual({ response: 'done', isReplay: true })
  })
})

test('nothing is written before the effect', async () => {
  const asked = { text: 'select pg_current_xact_id_if_assigned()::text as taken' }
  const taken = async () => {
    const effect: Effect = async (transaction) => (await transaction.query<{ taken: string | null }>(asked))[0]!.taken
    return (await perform(effect)).response
  }
  expect(await taken()).toBeNull()
  request = { ...request, context: { ...request.context, now: () => 2 * 24 * 3_600_000 } }
  expect(await taken()).toBeNull()
})

test('what is kept for a request holds no hash of its body', async () => {
  await perform(async () => 'done')
  const [row] = await kept()
  expect(JSON.stringify(row)).not.toContain(request.fingerprint)
  expect(Buffer.from(row!.answer, 'base64').toString('latin1')).not.toContain(request.fingerprint)
})

test('when the secret is replaced, the same request is given its answer, and another body is refused', async () => {
  const [old, fresh] = [randomBytes(32), randomBytes(32)] as const
  const under = (...secrets: [Buffer, ...Buffer[]]) => {
    request = { ...request, context: { ...request.context, sealer: createSealer(secrets, 'answer') } }
  }
  under(old)
  await perform(async () => 'done')
  under(fresh, old)
  expect(await perform(async () => 'again')).toEqual({ response: 'done', isReplay: true })
  request.fingerprint = 'another'
  await expect(perform(async () => 'again')).rejects.toMatchObject({ code: 'idempotency-key-reused' })
})

test('a request that an earlier version did, which kept the hash of its body beside the answer, is given its answer', async () => {
  await perform(async () => 'done')
  const { sealer } = request.context
  const [{ answer }] = (await kept()) as [{ answer: string }]
  const { fingerprint, ...before } = JSON.parse(sealer.unseal(answer)) as { fingerprint: string }
  const asBefore = { text: 'update idempotency_keys set fingerprint = $1, answer = $2' }
  await copy.database.query(asBefore, [fingerprint, sealer.seal(JSON.stringify(before))])
  expect(await perform(async () => 'again')).toEqual({ response: 'done', isReplay: true })
  request.fingerprint = 'another'
  await expect(perform(async () => 'again')).rejects.toMatchObject({ code: 'idempotency-key-reused' })
})

const kept = () => copy.database.query<{ answer: string }>({ text: 'select * from idempotency_keys' })
const responseOf = (result: EffectResult) => ('problem' in result ? result.problem.code : result.output)
const perform = (effect: Effect) => performOnce(request, effect, responseOf)
const refuse = (code: ErrorCode) => async () => {
  throw new Problem(code)
}

test.each<ErrorCode>(['forbidden', 'rate-limited', 'internal', 'overloaded', 'unavailable'])(
  'what may pass is not kept: after %s the same request has its effect',
  async (code) => {
    await expect(perform(refuse(code))).rejects.toMatchObject({ code })
    expect(await perform(async () => 'done')).toEqual({ response: 'done', isReplay: false })
  },
)

test.each<ErrorCode>(['not-found', 'conflict', 'validation-failed'])('%s is kept', async (code) => {
  expect(await perform(refuse(code))).toEqual({ response: code, isReplay: false })
  expect(await perform(async () => 'done')).toEqual({ response: code, isReplay: true })
})
