import type { Principal, Problem } from '@roster/core/contract'
import { asProblem } from '@roster/core/server'
import { isOurFault } from '../problems/problem.ts'

/** Default interval between checks of the credentials of open connections, in milliseconds. */
export const CHECK_INTERVAL = 2_000

/** Observer of a credential. */
export interface Watcher {
  /** Returns the principal that the credential proves now. Throws `unauthenticated` when the credential has ended. */
  ask(): Promise<Principal>
  /** Called with the current principal. */
  onPrincipal(principal: Principal): void
  /** Called once, with the reason for the end of the credential. */
  onEnd(problem: Problem): void
}

/** Checks the credentials of open connections at an interval, all in one turn, so that the checks share queries. */
export class CredentialWatch {
  readonly #interval: number
  readonly #watchers = new Set<Watcher>()
  #timer: NodeJS.Timeout | undefined

  constructor(interval = CHECK_INTERVAL) {
    this.#interval = interval
  }

  /** Watches a credential until the returned function is called. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher)
    this.#timer ??= setInterval(() => this.#checkAll(), this.#interval).unref()
    return () => this.#forget(watcher)
  }

  #forget(watcher: Watcher): void {
    this.#watchers.delete(watcher)
    if (this.#watchers.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #checkAll(): void {
    for (const watcher of this.#watchers) void check(watcher)
  }
}

/** Checks a credential. A fault of the service says nothing about the credential, which is checked again the next time. */
async function check(watcher: Watcher): Promise<void> {
  try {
    watcher.onPrincipal(await watcher.ask())
  } catch (error) {
    const problem = asProblem(error)
    if (!isOurFault(problem)) watcher.onEnd(problem)
  }
}
