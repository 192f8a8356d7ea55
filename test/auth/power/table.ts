import type { AnyOperation } from '@roster/core/contract'
import type { Scope } from '@roster/api'
import { operations, over, PROTOCOLS, type Protocol } from '@roster/test/protocols'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callersOf, type Kind, type PowerCaller } from './callers.ts'
import { NOTHING, type PowerRequest, type Powers, scopeSets, verdict } from './oracle.ts'
import { Scene } from './scene.ts'

/** What an operation is called with, and identifiers of all that it is about. */
interface Attempt {
  input: object
  ids: readonly string[]
}

/** An operation on something of some power. */
export interface Situation {
  operation: string
  /** What happens to what, such as `a viewer becomes an administrator`. */
  what: string
  /** The powers that the operation declares, as they are here. */
  powers: Powers
  /** What is answered where power does not stand in the way. Default: the status of the operation. */
  success?: string
  /** That it happens to the caller itself, or to something of its own: to the user, key or client it calls as. What that may do, it has. */
  self?: Kind['is'][number]
  /** Whether a success ends the credential that calls, or gives it another one, so that each call needs a caller of its own. */
  endsCaller?: boolean
  /** Makes what it is about, anew. */
  prepare(scene: Scene, caller: PowerCaller): Promise<Attempt>
}

interface Row {
  protocol: Protocol
  situation: Situation
  asked: PowerRequest
  operation: AnyOperation
}

/** Tries situations with every kind of caller that differs in power, over every protocol, and compares what is answered with the oracle. */
export function describePower(what: string, situations: readonly Situation[]): void {
  describe(`power over ${what}`, () => {
    let service: Service
    let scene: Scene
    let callers: Awaited<ReturnType<typeof callersOf>>
    beforeAll(async () => {
      const limits = { endpoints: 100_000, keys: 100_000, clients: 100_000, exports: 100_000 }
      service = await startService({ limits })
      scene = new Scene(service)
      callers = await callersOf(service)
    })
    afterAll(async () => {
      await callers.stop()
      await service.stop()
    })

    const rows = situations.flatMap((situation) => PROTOCOLS.map((protocol) => rowOf(situation, protocol)))

    test.each(rows.map((row) => [row.protocol, row.situation.operation, row.situation.what, row] as const))(
      '%s, %s: %s',
      async (_protocol, _operation, _what, row) => {
        const tried = await callersFor(row, callers.kinds)
        const verdicts = Object.fromEntries(tried.map(({ name, verdict: expected }) => [name, expected]))
        const [refused, allowed] = [true, false].map((is) => tried.filter((one) => isRefusal(one.verdict) === is))
        const answers = {
          ...(await answersToRefused(row, scene, refused!)),
          ...(await answersToAllowed(row, scene, allowed!)),
        }
        expect(answers).toEqual(verdicts)
        expect(new Set(Object.values(verdicts)).size, 'kinds of verdict').toBeGreaterThan(1)
      },
    )
  })
}

function rowOf(situation: Situation, protocol: Protocol): Row {
  const operation = operations.get(situation.operation)!
  const undeclared = Object.keys(situation.powers).filter((name) => !operation.power.includes(name as never))
  const untold = operation.power.filter((name) => !(name in situation.powers))
  expect({ undeclared, untold }, `${situation.operation}: ${situation.what}`).toEqual({ undeclared: [], untold: [] })
  const { scopeForOthers: scope, power } = operation
  return { protocol, situation, operation, asked: { scope, power, powers: situation.powers } }
}

interface Tried {
  name: string
  caller: PowerCaller
  verdict: string
}

const isRefusal = (answer: string) => answer.startsWith('403')

/** Callers of every kind that is meant, each with every set of scopes that makes a difference to it. */
async function callersFor({ situation, asked, operation }: Row, kinds: readonly Kind[]): Promise<Tried[]> {
  const meant = kinds.filter(({ is }) => situation.self === undefined || is.includes(situation.self))
  const { success = String(operation.status), endsCaller } = situation
  const tried = meant.flatMap((kind, turn) =>
    setsFor(kind, scopeSets(asked, turn)).map(async (scopes) => ({
      name: `${kind.name} with ${scopes.toSorted().join(' ')}`,
      caller: await kind.open(scopes, endsCaller),
      verdict: verdict(scopes, asked, success),
    })),
  )
  return Promise.all(tried)
}

/** What is left of some sets of scopes for callers of a kind: each set once, and none that is empty. */
function setsFor(kind: Kind, sets: readonly Scope[][]): (readonly Scope[])[] {
  const left = sets.map((scopes) => kind.held(scopes)).filter(({ length }) => length > 0)
  return [...new Map(left.map((scopes) => [scopes.toSorted().join(), scopes])).values()]
}

/** What those are answered who may not, on one thing where it is not their own: they must leave it as it was. */
async function answersToRefused(row: Row, scene: Scene, tried: readonly Tried[]): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  const attempts = row.situation.self ? tried.map((one) => [one]) : [tried]
  for (const together of attempts.filter(({ length }) => length > 0)) {
    const attempt = await row.situation.prepare(scene, together[0]!.caller)
    const before = await scene.stateOf(attempt.ids)
    for (const { name, caller } of together) answers[name] = await answerTo(row, caller, attempt)
    expect(await scene.stateOf(attempt.ids), 'what refusals left').toEqual(before)
  }
  return answers
}

/** What those are answered who may, each on something of its own. */
async function answersToAllowed(row: Row, scene: Scene, tried: readonly Tried[]): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const { name, caller } of tried)
    answers[name] = await answerTo(row, caller, await row.situation.prepare(scene, caller))
  return answers
}

async function answerTo({ protocol, situation }: Row, caller: PowerCaller, { input }: Attempt): Promise<string> {
  const { status, body } = await over(protocol, caller)(situation.operation, input)
  return [status, body?.code].filter(Boolean).join(' ')
}

/** Powers of something before and after a change that leaves its power alone. */
export const unchanged = <Thing extends 'record' | 'client' | 'endpoint'>(
  thing: Thing,
  power: Powers[`${Thing} before`],
) => ({ [`${thing} before`]: power ?? NOTHING, [`${thing} after`]: power ?? NOTHING }) as Powers
