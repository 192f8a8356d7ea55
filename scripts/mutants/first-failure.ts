/** Runs the tests of a folder, each named by its path from there, until the first that fails, which it sends to the process that forked it. */
import { join } from 'node:path'
import { createVitest, type Reporter, type TestModule, type Vitest } from 'vitest/node'
import type { Failure } from './laboratory.ts'

const SILENT: Reporter = {}

/** How long a test may take, in milliseconds: it is to fail by what is broken, not by what else the machine does. */
const PATIENCE = 60_000

/** How long a poll waits, in milliseconds: what is broken often never comes. Whoever waited in vain must pass as fast without the breakage. */
const POLL_PATIENCE = 20_000

/** What Vitest says of a test, a hook or a poll that has waited for long enough. */
const TIMEOUT = /timed out in|did not succeed in time/

const [root, ...tests] = process.argv.slice(2) as [string, ...string[]]
// With the process that forked this one, its group ends: the workers too.
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
const failure = await firstFailure()
process.send!(failure ?? null)

async function firstFailure(): Promise<Failure | undefined> {
  const vitest = await openVitest()
  try {
    const files = tests.map((test) => join(root, test))
    const known = await vitest.globTestSpecifications(files)
    const specifications = files.flatMap((file) => known.filter(({ moduleId }) => moduleId === file))
    if (specifications.length < files.length) throw new Error(`There are no such tests: ${tests.join(', ')}`)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    return testModules.map(failureOf).find((found) => found !== undefined) ?? crashOf(unhandledErrors)
  } finally {
    await vitest.close()
  }
}

async function openVitest(): Promise<Vitest> {
  const vitest = await createVitest('test', {
    root,
    config: join(root, 'vitest.config.ts'),
    // Also what other lanes run.
    exclude: ['**/node_modules/**'],
    watch: false,
    bail: 1,
    maxWorkers: 1,
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
    expect: { requireAssertions: true, poll: { timeout: POLL_PATIENCE, interval: 10 } },
    reporters: [SILENT],
  })
  await vitest.standalone()
  return vitest
}

/** What ended the run outside of all tests, such as a worker that ran out of memory. */
function crashOf([error]: readonly unknown[]): Failure | undefined {
  if (error === undefined) return undefined
  const { message } = error as Error
  return { test: `a crash: ${message}`, message, isDoubtful: true }
}

function failureOf(module: TestModule): Failure | undefined {
  const [failed] = module.children.allTests('failed')
  const suites = Array.from(module.children.allSuites(), (suite) => suite.errors())
  const [error] = [failed?.result().errors ?? [], module.errors(), ...suites].flat()
  if (!error) return undefined
  const name = failed?.fullName ?? '(before its tests)'
  const message = error.message.split('\n')[0]!
  return { test: `${module.relativeModuleId}: ${name}`, message, isDoubtful: TIMEOUT.test(message) }
}
