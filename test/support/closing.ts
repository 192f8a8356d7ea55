import { afterEach } from 'vitest'

/** Ends something that a test has started. */
type Close = () => unknown

/** Collects what ends what the tests of a file or block start. */
export interface Closing {
  /** Adds functions that run after the test, the last first. */
  add(...closes: Close[]): void
}

/** Returns a collection whose functions run after each test. */
export function closing(): Closing {
  const added: Close[] = []
  afterEach(() => closeAll(added.splice(0)))
  return { add: (...closes) => void added.push(...closes) }
}

/** Runs functions one by one, the last first, and all of them also when some fail. Throws an AggregateError of what those have thrown. */
export async function closeAll(closes: readonly Close[]): Promise<void> {
  const errors: unknown[] = []
  for (const close of closes.toReversed()) {
    try {
      await close()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Not everything that the test has started was ended.')
}
