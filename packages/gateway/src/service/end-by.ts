/** How long closing may take, in milliseconds, before the error is thrown without it. */
const PATIENCE = 10_000

/** Closes what an error leaves open, then throws the error: also when closing fails, or takes too long. */
export async function endBy(cause: unknown, close: () => Promise<unknown>): Promise<never> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, PATIENCE)
  await Promise.race([close().catch(() => {}), late.promise])
  clearTimeout(timer)
  throw cause
}
