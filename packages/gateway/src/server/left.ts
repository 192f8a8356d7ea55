/** Names of what a stop of this process waits for. */
const waitedFor = new Set<string>()

/** Waits for a promise. A stop that takes too long logs this name. */
export async function ended(name: string, end: Promise<unknown>): Promise<void> {
  waitedFor.add(name)
  try {
    await end
  } finally {
    waitedFor.delete(name)
  }
}

/** Returns the names of what a stop still waits for. */
export const left = (): string[] => [...waitedFor]
