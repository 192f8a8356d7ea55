/** Waits for all promises, also when some reject. Throws the first rejection in the order of the list. */
export async function together(ends: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(ends)).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/** Calls the functions one after another, also when one of them fails. Throws the first failure. */
export async function inTurn(ends: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = []
  for (const end of ends) {
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
