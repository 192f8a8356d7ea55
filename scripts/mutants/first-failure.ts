/**
 * Runs tests until the first failure, and sends it to the parent process. Arguments: a folder, a share of the timeouts, then the paths
 * of test files in the folder.
 */
import { join } from 'node:path'
import { createVitest, type Reporter, type TestModule, type Vitest } from 'vitest/node'
import type { Failure } from './laboratory.ts'

const SILENT: Reporter = {}

/** Timeouts of a test and of a poll, in milliseconds, of which `patience` is a share. */
const TEST_TIMEOUT = 60_000
const POLL_TIMEOUT = 20_000

/** Vitest's message for a test, hook or poll that timed out. */
const TIMEOUT = /timed out in|did not succeed in time|didn't resolve in time/

const [root, patience, ...tests] = process.argv.slice(2) as [string, string, ...string[]]
// When the parent process disconnects, end this process group, including the workers.
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
  const testTimeout = TEST_TIMEOUT * Number(patience)
  const vitest = await createVitest('test', {
    root,
    config: join(root, 'vitest.config.ts'),
    // Does not exclude tests that run in other lanes.
    exclude: ['**/node_modules/**'],
    watch: false,
    bail: 1,
    maxWorkers: 1,
    testTimeout,
    hookTimeout: testTimeout,
    expect: { requireAssertions: true, poll: { timeout: POLL_TIMEOUT * Number(patience), interval: 10 } },
    reporters: [SILENT],
  })
  await vitest.standalone()
  return vitest
}

/** Returns the error that ended the run outside of all tests, such as a worker that ran out of memory; undefined without one. */
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
  return { test: `${module.relativeModuleId}: ${name}`, message, isDoubtful: hasTimedOut(error) }
}

/** Whether a failure is a timeout. The error of a poll has it as its cause, beside what was found last. */
function hasTimedOut({ message, cause }: { message: string; cause?: unknown }): boolean {
  return TIMEOUT.test(message) || TIMEOUT.test(String((cause as Error | undefined)?.message))
}
