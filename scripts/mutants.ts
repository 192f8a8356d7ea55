/**
 * Applies mutants to the product one at a time, and prints the test that notices each: `npm run test:mutants`. `-- --only <text>`, also
 * repeated, selects mutants whose description or file contains the text. `--sample <count> --seed <text>` tries some of them, always the same
 * for a seed; without it, all are tried. `--trust` skips the check that the tests pass without mutants. Fails when no test notices a mutant, or
 * its place is not found.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { shareCluster } from './mutants/cluster.ts'
import { Laboratory } from './mutants/laboratory.ts'
import { broken, type Mutant } from './mutants/mutant.ts'
import { mutants } from './mutants/places.ts'
import { sampleOf } from './mutants/sample.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [''] },
    sample: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '' },
    lanes: { type: 'string', default: '2' },
    trust: { type: 'boolean', default: false },
  },
})
const hasServer = process.env['DATABASE_URL'] !== undefined
const asked = mutants.filter(isAskedFor)
const chosen = sampleOf(asked, { sample: Number(values.sample), seed: values.seed })
if (chosen.length === 0) throw new Error(`Nothing is called ${values.only.join(', or ')}.`)
const faults = await Promise.all(chosen.map(misplaced))
let hasFailed = false
if (report(faults.filter((fault) => fault !== undefined))) process.exit(1)

const runnable = chosen.filter(({ needsServer }) => hasServer || !needsServer)
if (runnable.length < chosen.length)
  console.log(`Without DATABASE_URL ${chosen.length - runnable.length} of them are left out.`)

const scratch = await mkdtemp(join(tmpdir(), 'roster-mutants-'))
await shareCluster(join(scratch, 'cluster'))
const lanes = await Promise.all(Array.from({ length: Number(values.lanes) }, () => Laboratory.open(ROOT)))
try {
  if (values.trust || (await allPass())) await tryAll()
} finally {
  await Promise.all(lanes.map((lane) => lane.close()))
  await rm(scratch, { recursive: true, maxRetries: 10 })
}
process.exitCode = hasFailed ? 1 : 0

function isAskedFor({ what, file }: Mutant): boolean {
  return values.only.some((text) => `${file} ${what}`.includes(text))
}

/** Whether the tests pass without mutants. A test that fails anyway would seem to notice every mutant. */
async function allPass(): Promise<boolean> {
  const tests = new Set(runnable.flatMap((mutant) => mutant.tests))
  const failures = await each([...tests], (lane, test) => lane.firstFailure([test]))
  const red = failures.filter((failure) => failure !== undefined)
  return report(red.map(({ test, message }) => `FAILS WITHOUT ANY BREAKAGE: ${test}: ${message}`)) === 0
}

async function tryAll(): Promise<void> {
  const outcomes = await each(runnable, async (lane, mutant) => {
    const start = performance.now()
    const failure = await lane.noticed(mutant)
    const seconds = Math.round((performance.now() - start) / 1_000)
    console.log(`${mutant.what}\n    ${failure ? `noticed in ${seconds} s by ${failure.test}` : 'NOT NOTICED'}`)
    return failure
  })
  const survivors = runnable.filter((_, index) => outcomes[index] === undefined)
  console.log(`\n${runnable.length - survivors.length} of ${runnable.length} breakages are noticed.`)
  if (runnable.length < asked.length) console.log(`${asked.length - runnable.length} were not tried.`)
  report(survivors.map(({ what, file }) => `NOT NOTICED: ${what} (${file})`))
}

/** Returns what is wrong with the place of a mutant, or undefined when the mutant can be applied. */
async function misplaced(mutant: Mutant): Promise<string | undefined> {
  const source = await readFile(join(ROOT, mutant.file), 'utf8').catch(() => '')
  try {
    broken(mutant, source)
    return undefined
  } catch (error) {
    return `${mutant.what}: ${String(error)}`
  }
}

/** Prints faults, and makes the run fail when there are any. Returns their number. */
function report(lines: readonly string[]): number {
  for (const line of lines) console.error(line)
  hasFailed ||= lines.length > 0
  return lines.length
}

/** Runs work on every item, one item at a time in each lane. Resolves to the results in the order of the items. */
async function each<Item, Result>(
  items: readonly Item[],
  work: (lane: Laboratory, item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  await Promise.all(
    lanes.map(async (lane) => {
      for (const [index, item] of queue) results[index] = await work(lane, item)
    }),
  )
  return results
}
