import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Copy, copyProject } from './copy.ts'
import { apply, type Mutant } from './mutant.ts'

/** How tests failed. */
export interface Failure {
  /** The file and the name of the test. */
  test: string
  message: string
  /** Whether something else than a breakage may have caused it. */
  isDoubtful: boolean
}

const RUN = fileURLToPath(new URL('first-failure.ts', import.meta.url))

/** How long the tests of a breakage may take in all, in milliseconds: a loop that never ends keeps Vitest from counting the time of a test. */
const LIMIT = 600_000

/** The line in which Node.js says what ended a process. */
const CAUSE = /^\w*Error\b.*$/m

/** A copy of the project, whose tests are run by a process of their own each time: what is broken may end it, or keep it for ever. */
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
    const run = fork(RUN, [this.#copy.root, ...tests], { detached: true, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
    const limit = setTimeout(endGroup, LIMIT, run)
    try {
      return await reportOf(run)
    } finally {
      clearTimeout(limit)
      endGroup(run)
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

  /** That a test waits in vain, or a process ends, is the work of a breakage only if neither happens without it. */
  async #requirePass(tests: readonly string[]): Promise<void> {
    const failure = await this.firstFailure(tests)
    if (failure) throw new Error(`Without the breakage too there fails ${failure.test}: ${failure.message}`)
  }

  async close(): Promise<void> {
    await this.#copy.remove()
  }
}

/** What a run sends, or how it ended without. */
async function reportOf(run: ChildProcess): Promise<Failure | undefined> {
  const said = text(run.stderr!)
  const ended = once(run, 'close').then(async () => crashed(await said))
  const sent = once(run, 'message').then(([failure]) => (failure as Failure | null) ?? undefined)
  return Promise.race([sent, ended])
}

/** Ends a run and the workers that it started, which are of its group. */
function endGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function crashed(said: string): Failure {
  const message = CAUSE.exec(said)?.[0] ?? `nothing was said in ${LIMIT / 60_000} minutes`
  return { test: `a crash: ${message}`, message, isDoubtful: true }
}
