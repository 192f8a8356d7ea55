import { prefixOfId } from '@roster/core/contract'

/** Replacement of a segment that is not sent (semantic conventions for URLs). */
const REDACTED = 'REDACTED'

/**
 * Redacts paths: keeps the words of routes and the identifiers of records, and nothing else. Text that a client typed in their place may name a person, or be a
 * secret.
 */
export class ToldPaths {
  readonly #words = new Set([''])

  /** Learns the words of a route, such as `users` and `batch`. */
  learnRoute(route: string): void {
    for (const segment of route.split('/')) if (!/[:*]/.test(segment)) this.#words.add(segment)
  }

  /** Learns names that come in paths, such as those of procedures. */
  learnNames(names: readonly string[]): void {
    for (const name of names) this.#words.add(name)
  }

  /** Returns the redacted path. A segment may list names, separated by commas. */
  tell(path: string): string {
    const isKnown = (text: string) => this.#words.has(text) || prefixOfId(text) !== undefined
    return path
      .split('/')
      .map((segment) => (segment.split(',').every(isKnown) ? segment : REDACTED))
      .join('/')
  }
}
