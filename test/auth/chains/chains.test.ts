import { holdDate, type Service, startService } from '@roster/test/service'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Knowledge } from './knowledge.ts'
import { foreignDeliveries, probe } from './probes.ts'
import { enter, type Start, starts } from './starts.ts'
import { chains, type Step, take } from './steps.ts'
import { World } from './world.ts'

/** How many sequences are tried. `CHAINS=2000 npm test -- test/auth/chains` takes its time. */
const COUNT = Number(process.env['CHAINS'] ?? 25)
/** Where the choice of sequences begins: `CHAINS_SEED` of a run that failed repeats it. */
const SEED = Number(process.env['CHAINS_SEED'] ?? Date.now() % 2 ** 31)

/** Whether a sequence that gains something is made as short as it can be, which takes long. */
const SHRINKS = process.env['CHAINS_SHRINK'] === 'on'

let service: Service
beforeAll(async () => {
  const limits = { endpoints: 1_000_000, keys: 1_000_000, clients: 1_000_000, exports: 1_000_000 }
  service = await startService({ limits })
  holdDate(service)
  await service.startEventLog()
})
afterAll(() => service.stop())

/** How many calls came to what. */
const counts: Record<string, number> = {}
/** The world of each sequence, and what came to be known in it. */
const played: [World, Knowledge][] = []

async function play(start: Start, steps: readonly Step[]): Promise<void> {
  const world = await World.around(service)
  const weak = await enter(world, start)
  played.push([world, weak])
  const story: string[] = []
  const expectNoGain = (gains: string[]) => expect({ start, story, gains }).toEqual({ start, story, gains: [] })
  for (const step of steps) {
    const { deed, answers } = await take(step, world, weak)
    story.push([deed, ...answers].join(' '))
    for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
    if (step.isInnocent) expectNoGain(await weak.gains())
  }
  await weak.useAll()
  expectNoGain(await weak.gains())
  expectNoGain(await probe(world, weak))
}

test(
  `no chain of ${COUNT} gives a credential that may do what could not be done at its start (seed ${SEED})`,
  { timeout: Math.max(120_000, COUNT * 20_000) },
  async () => {
    await fc.assert(fc.asyncProperty(starts, chains, play), { numRuns: COUNT, seed: SEED, endOnFailure: !SHRINKS })
    process.stderr.write(`${played.length} sequences (seed ${SEED}) were answered ${JSON.stringify(counts)}\n`)
    const unsequenced = { text: 'select count(*)::int as left from events where seq is null' }
    await expect.poll(() => service.database.query(unsequenced), { timeout: 60_000 }).toEqual([{ left: 0 }])
    for (const [world, weak] of played) expect(await foreignDeliveries(world, weak)).toEqual([])
  },
)
