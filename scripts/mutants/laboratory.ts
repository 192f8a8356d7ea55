import { join } from 'node:path'
import { createVitest, type Reporter, type TestModule, type Vitest } from 'vitest/node'
import { type Copy, copyProject } from './copy.ts'
import { apply, type Mutant } from './mutant.ts'

const SILENT: Reporter = {}

/** How long a test may take, in milliseconds: it is to fail by what is broken, not by what else the machine does. */
const PATIENCE = 60_000

/** How long a poll waits, in milliseconds: what is broken often never comes. Whoever waited in vain must pass as fast without the breakage. */
const POLL_PATIENCE = 20_000

/** A copy of the project, whose tests are run by a Vitest of their own each time: one that was ended by a failure may not run again. */
export class Laboratory {
  readonly #copy: Copy

  private constructor(copy: Copy) {
    this.#copy = copy
  }

  static async open(project: string): Promise<Laboratory> {
    return new Laboratory(await copyProject(project))
  }

  /** Runs tests until the first that fails. */
  async firstFailure(tests: readonly string[]): Promise<Failure | undefined> {
    const { root } = this.#copy
    const vitest = await openVitest(root)
    try {
      const files = tests.map((test) => join(root, test))
      const known = await vitest.globTestSpecifications(files)
      const specifications = files.flatMap((file) => known.filter(({ moduleId }) => moduleId === file))
      if (specifications.length < files.length) throw new Error(`There are no such tests: ${tests.join(', ')}`)
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
      return testModules.map(failureOf).find((failure) => failure !== undefined) ?? crashOf(unhandledErrors)
    } finally {
      await vitest.close()
    }
  }

  /** Breaks the copy for as long as its tests run. Returns the failure by which they notice, if they do. */
  async noticed(mutant: Mutant): Promise<Failure | undefined> {
    const mend = await apply(mutant, this.#copy.root)
    const failure = await this.firstFailure(mutant.tests)
    await mend()
    if (failure?.isDoubtful) await this.#requirePass(mutant.tests)
    return failure
  }

  /** That a test waits in vain, or a worker ends, is the work of a breakage only if neither happens without it. */
  async #requirePass(tests: readonly string[]): Promise<void> {
    const failure = await this.firstFailure(tests)
    if (failure) throw new Error(`Without the breakage too there fails ${failure.test}: ${failure.message}`)
  }

  async close(): Promise<void> {
    await this.#copy.remove()
  }
}

async function openVitest(root: string): Promise<Vitest> {
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

/** How tests failed. */
export interface Failure {
  /** The file and the name of the test. */
  test: string
  message: string
  /** Whether something else than a breakage may have caused it. */
  isDoubtful: boolean
}

/** What ended the run outside of all tests, such as a worker that ran out of memory. */
function crashOf([error]: readonly unknown[]): Failure | undefined {
  if (error === undefined) return undefined
  const { message } = error as Error
  return { test: `a crash: ${message}`, message, isDoubtful: true }
}

/** What Vitest says of a test, a hook or a poll that has waited for long enough. */
const TIMEOUT = /timed out in|did not succeed in time/

function failureOf(module: TestModule): Failure | undefined {
  const [failed] = module.children.allTests('failed')
  const suites = Array.from(module.children.allSuites(), (suite) => suite.errors())
  const [error] = [failed?.result().errors ?? [], module.errors(), ...suites].flat()
  if (!error) return undefined
  const name = failed?.fullName ?? '(before its tests)'
  const message = error.message.split('\n')[0]!
  return { test: `${module.relativeModuleId}: ${name}`, message, isDoubtful: TIMEOUT.test(message) }
}
