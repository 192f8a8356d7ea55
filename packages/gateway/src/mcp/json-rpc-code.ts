/** What JSON-RPC calls a refusal that comes before the message is read (section 5.1). */
const CODES: Record<string, number> = {
  'malformed-json': -32_700,
  'bad-request': -32_600,
  'invalid-parameters': -32_602,
  internal: -32_603,
}

/** The code of JSON-RPC for a problem that has one here. */
export const jsonRpcCode = (problem: string): number => CODES[problem] ?? -32_000
