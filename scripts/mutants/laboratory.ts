import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Copy, copyProject } from './copy.ts'
import { apply, type Mutant } from './mutant.ts'

/** The failure of a test run. */
export interface Failure {
  /** The file and the name of the test. */
  test: string
  message: string
  /** Whether the cause may be something other than the mutant. */
  isDoubtful: boolean
}

const RUN = fileURLToPath(new URL('first-failure.ts', import.meta.url))

/** Timeout of all tests of a mutant together, in milliseconds. In an endless loop Vitest cannot apply the timeout of a test. */
const LIMIT = 600_000

/**
 * Shares of the timeouts for tests with a mutant and, after a timeout, without it. With a mutant, what a test waits for often never comes, so that the first
 * timeouts are short. Without it the test must then pass in less than half of them, or else its timeout proves nothing.
 */
const TRIES = [
  { withMutant: 0.25, without: 0.1 },
  { withMutant: 1, without: 1 },
]

/** The line of stderr in which Node.js names the error that ended a process. */
const CAUSE = /^(?:FATAL ERROR|\w*Error)\b.*$/m

/** A copy of the project for mutants. Each test run has its own process, because a mutant may end the process or keep it from ending. */
export class Laboratory {
  readonly #copy: Copy

  private constructor(copy: Copy) {
    this.#copy = copy
  }

  static async open(project: string): Promise<Laboratory> {
    return new Laboratory(await copyProject(project))
  }

  /** Runs tests until the first failure, and returns it, or undefined when all pass. */
  async firstFailure(tests: readonly string[], patience = 1): Promise<Failure | undefined> {
    const stdio = ['ignore', 'inherit', 'pipe', 'ipc'] as const
    const run = fork(RUN, [this.#copy.root, String(patience), ...tests], { detached: true, stdio: [...stdio] })
    const limit = setTimeout(endGroup, LIMIT * patience, run)
    try {
      return await reportOf(run)
    } finally {
      clearTimeout(limit)
      endGroup(run)
    }
  }

  /**
   * Applies a mutant while its tests run. Returns the failure by which the tests notice the mutant, or undefined when all pass. Throws when the tests time out
   * or crash without the mutant too: then the same with the mutant proves nothing.
   */
  async noticed(mutant: Mutant): Promise<Failure | undefined> {
    let failure: Failure | undefined
    for (const { withMutant, without } of TRIES) {
      const noticed = await this.#failureOf(mutant, withMutant)
      if (!noticed?.isDoubtful) return noticed
      failure = await this.firstFailure(mutant.tests, without)
      if (!failure) return noticed
    }
    throw new Error(`Without the breakage too there fails ${failure!.test}: ${failure!.message}`)
  }

  async #failureOf(mutant: Mutant, patience: number): Promise<Failure | undefined> {
    const mend = await apply(mutant, this.#copy.root)
    const failure = await this.firstFailure(mutant.tests, patience)
    await mend()
    return failure
  }

  async close(): Promise<void> {
    await this.#copy.remove()
  }
}

/** Resolves to the failure that a run sends, to undefined when all tests passed, or to a crash when the run ends without a message. */
async function reportOf(run: ChildProcess): Promise<Failure | undefined> {
  const said = text(run.stderr!)
  const ended = once(run, 'close').then(async () => crashed(await said))
  const sent = once(run, 'message').then(([failure]) => (failure as Failure | null) ?? undefined)
  return Promise.race([sent, ended])
}

/** Kills a run and its workers, which are in the same process group. */
function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function crashed(said: string): Failure {
  const message = CAUSE.exec(said)?.[0] ?? `ended without a word, or went on for too long`
  return { test: `a crash: ${message}`, message, isDoubtful: true }
}
