/** Returns the processor time that work takes, in milliseconds. Unlike elapsed time, it does not depend on other work on the machine. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/**
 * Returns the least processor time of work, in milliseconds: of three runs, or of one below the limit. What the process does beside, such as
 * collecting garbage, adds to some of them.
 */
export async function leastProcessorTime(limit: number, work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && least >= limit; run++) least = Math.min(least, await processorTime(work))
  return least
}
