/** Returns the processor time that work takes, in milliseconds. Unlike elapsed time, it does not depend on other work on the machine. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
