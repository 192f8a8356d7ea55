import type { Principal, Problem } from '@roster/core/contract'
import { asProblem } from '@roster/core/server'
import { isOurFault } from '../problems/problem.ts'

/** How often credentials of open connections are looked at again, in milliseconds. */
export const CHECK_INTERVAL = 2_000

/** Somebody who wants to know how a credential fares. */
export interface Watcher {
  /** Called with the caller as it is now. */
  onPrincipal(principal: Principal): void
  /** Called once, with why the credential ended. */
  onEnd(problem: Problem): void
}

interface Watched {
  /** Who the credential proves now. Throws `unauthenticated` when it has ended. */
  ask: () => Promise<Principal>
  watchers: Set<Watcher>
}

/** Looks at the credentials of open connections again and again; those that share a credential share the question. */
export class CredentialWatch {
  readonly #interval: number
  readonly #watched = new Map<string, Watched>()
  #timer: NodeJS.Timeout | undefined

  constructor(interval = CHECK_INTERVAL) {
    this.#interval = interval
  }

  /** Watches a credential until the returned function is called. `key` is the same for the same credential. */
  watch(key: string, ask: Watched['ask'], watcher: Watcher): () => void {
    const watched = this.#watched.get(key) ?? { ask, watchers: new Set() }
    this.#watched.set(key, watched)
    watched.watchers.add(watcher)
    this.#timer ??= setInterval(() => this.#checkAll(), this.#interval).unref()
    return () => this.#forget(key, watched, watcher)
  }

  #forget(key: string, watched: Watched, watcher: Watcher): void {
    watched.watchers.delete(watcher)
    if (watched.watchers.size === 0) this.#watched.delete(key)
    if (this.#watched.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #checkAll(): void {
    for (const watched of this.#watched.values()) void check(watched)
  }
}

/** What is our own fault says nothing about a credential: it is looked at again the next time. */
async function check({ ask, watchers }: Watched): Promise<void> {
  try {
    const principal = await ask()
    for (const watcher of watchers) watcher.onPrincipal(principal)
  } catch (error) {
    const problem = asProblem(error)
    if (!isOurFault(problem)) for (const watcher of watchers) watcher.onEnd(problem)
  }
}
