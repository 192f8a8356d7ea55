/** What a stop of this process waits for. */
const waitedFor = new Set<string>()

/** Waits for an end. A stop that takes too long tells of it by this name. */
export async function ended(name: string, end: Promise<unknown>): Promise<void> {
  waitedFor.add(name)
  try {
    await end
  } finally {
    waitedFor.delete(name)
  }
}

/** What has not ended of all that a stop waits for. */
export const left = (): string[] => [...waitedFor]
