import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Subject } from '../subject.ts'
import { liveTwin, mockTwin, type Twin } from '../twins.ts'
import { Walk } from '../walk.ts'

/** How many walks are made. `WALKS=500 npm test -- test/sdk/walks.test.ts` takes its time; `-t 'walk 17 '` repeats one. */
const COUNT = Number(process.env['WALKS'] ?? 5)

/** Number of steps of a walk. */
const STEPS = 60

/** Tests that the mock of an application answers random sequences of requests like its service. */
export function walkSuite(subject: Subject): void {
  let twins: Twin[]
  beforeAll(async () => {
    twins = await Promise.all([liveTwin({ subject }), mockTwin({ subject })])
  })
  afterAll(() => Promise.all(twins.map((twin) => twin.stop())))
  beforeEach(async () => {
    const latest = Math.max(...twins.map(({ clock }) => clock.now()))
    for (const { clock } of twins) clock.advance(latest - clock.now())
    await Promise.all(twins.map((twin) => twin.reset()))
  })

  test.each(Array.from({ length: COUNT }, (_, nth) => nth + 1))('walk %i is the same on both', async (seed) => {
    const walks = twins.map((twin) => new Walk(twin, seed))
    for (const walk of walks) await walk.begin()
    for (let step = 1; step <= STEPS; step++) {
      const [live, mock] = await Promise.all(walks.map((walk) => linesOf(walk)))
      expect(mock, `step ${step}`).toEqual(live)
    }
  })
}

/** Takes a step, and returns the lines that it added to the transcript. */
async function linesOf(walk: Walk): Promise<unknown[]> {
  const { lines } = walk.world.transcript
  const before = lines.length
  await walk.step()
  return lines.slice(before)
}
