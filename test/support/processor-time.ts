/** How much processor time some work takes, in milliseconds: unlike the time on a clock, other work on the machine does not lengthen it. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
