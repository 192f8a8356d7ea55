/** Seconds that a `Retry-After` header asks to wait, sent as a number or as a date (RFC 9110, section 10.2.3). Undefined without one that can be read. */
export function secondsToWait(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1_000))
}
