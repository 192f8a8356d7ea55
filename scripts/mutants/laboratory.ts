import { join } from 'node:path'
import { createVitest, type Reporter, type TestModule, type Vitest } from 'vitest/node'
import { type Copy, copyProject } from './copy.ts'
import { apply, type Mutant } from './mutant.ts'

const SILENT: Reporter = {}

/** How long a test may take, in milliseconds: it is to fail by what is broken, not by what else the machine does. */
const PATIENCE = 60_000

/** A copy of the project, where Vitest stays at work. */
export class Laboratory {
  readonly #copy: Copy
  readonly #vitest: Vitest

  private constructor(copy: Copy, vitest: Vitest) {
    this.#copy = copy
    this.#vitest = vitest
  }

  /** Copies a project, and opens Vitest there. */
  static async open(project: string): Promise<Laboratory> {
    const copy = await copyProject(project)
    const vitest = await createVitest('test', {
      root: copy.root,
      config: join(copy.root, 'vitest.config.ts'),
      watch: false,
      bail: 1,
      maxWorkers: 1,
      // Modules of a worker that is used again would not be broken.
      isolate: true,
      testTimeout: PATIENCE,
      hookTimeout: PATIENCE,
      reporters: [SILENT],
    })
    await vitest.standalone()
    return new Laboratory(copy, vitest)
  }

  /** Runs tests until the first that fails. */
  async firstFailure(tests: readonly string[]): Promise<Failure | undefined> {
    // Failures of runs before this one would end it at once.
    this.#vitest.state.filesMap.clear()
    this.#vitest.state.idMap.clear()
    this.#vitest.state.errorsSet.clear()
    const files = tests.map((test) => join(this.#copy.root, test))
    const known = await this.#vitest.globTestSpecifications(files)
    const specifications = files.flatMap((file) => known.filter(({ moduleId }) => moduleId === file))
    if (specifications.length < files.length) throw new Error(`There are no such tests: ${tests.join(', ')}`)
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(specifications)
    return testModules.map(failureOf).find((failure) => failure !== undefined) ?? crashOf(unhandledErrors)
  }

  /** Breaks the copy for as long as its tests run. Returns the failure by which they notice, if they do. */
  async noticed(mutant: Mutant): Promise<Failure | undefined> {
    const file = join(this.#copy.root, mutant.file)
    const mend = await apply(mutant, this.#copy.root)
    this.#vitest.invalidateFile(file)
    const failure = await this.firstFailure(mutant.tests)
    await mend()
    this.#vitest.invalidateFile(file)
    if (failure?.isTimeout) await this.#requireInTime(mutant.tests)
    return failure
  }

  /** That a test waits in vain is the work of a breakage only if it does not without it. */
  async #requireInTime(tests: readonly string[]): Promise<void> {
    const failure = await this.firstFailure(tests)
    if (failure) throw new Error(`The machine is too busy for ${failure.test}: ${failure.message}`)
  }

  async close(): Promise<void> {
    await this.#vitest.close()
    await this.#copy.remove()
  }
}

/** How tests failed. */
export interface Failure {
  /** The file and the name of the test. */
  test: string
  message: string
  isTimeout: boolean
}

/** What ended the run outside of all tests, such as a worker that ran out of memory. */
function crashOf([error]: readonly unknown[]): Failure | undefined {
  if (error === undefined) return undefined
  const { message } = error as Error
  return { test: `a crash: ${message}`, message, isTimeout: false }
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
  return { test: `${module.relativeModuleId}: ${name}`, message, isTimeout: TIMEOUT.test(message) }
}
