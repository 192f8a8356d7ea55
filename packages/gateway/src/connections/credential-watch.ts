import type { Principal, Problem } from '@roster/core/contract'
import { asProblem } from '@roster/core/server'
import { isOurFault } from '../problems/problem.ts'

/** How often credentials of open connections are looked at again, in milliseconds. */
export const CHECK_INTERVAL = 2_000

/** Somebody who wants to know how a credential fares. */
export interface Watcher {
  /** Who the credential proves now, to this watcher. Throws `unauthenticated` when it has ended. */
  ask(): Promise<Principal>
  /** Called with the caller as it is now. */
  onPrincipal(principal: Principal): void
  /** Called once, with why the credential ended. */
  onEnd(problem: Problem): void
}

/** Looks at the credentials of open connections again and again, at all of them in one turn, so that they share queries. */
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

/** What is our own fault says nothing about a credential: it is looked at again the next time. */
async function check(watcher: Watcher): Promise<void> {
  try {
    watcher.onPrincipal(await watcher.ask())
  } catch (error) {
    const problem = asProblem(error)
    if (!isOurFault(problem)) watcher.onEnd(problem)
  }
}
