import { prefixOfId } from '@roster/core/contract'

/** What stands for a part that is not told (semantic conventions for URLs). */
const REDACTED = 'REDACTED'

/**
 * Paths of which the words of routes and identifiers of records are told, and nothing else: what somebody typed in their place may name a person, or be a
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

  /** The path as it is told. Names may be listed, with commas between them. */
  tell(path: string): string {
    const isKnown = (text: string) => this.#words.has(text) || prefixOfId(text) !== undefined
    return path
      .split('/')
      .map((segment) => (segment.split(',').every(isKnown) ? segment : REDACTED))
      .join('/')
  }
}
