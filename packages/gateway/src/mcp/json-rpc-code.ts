/** JSON-RPC codes of refusals that come before the message is read (section 5.1). */
const CODES: Record<string, number> = {
  'malformed-json': -32_700,
  'bad-request': -32_600,
  'invalid-parameters': -32_602,
  internal: -32_603,
}

/** Returns the JSON-RPC code of a problem; -32000 when it has none of its own. */
export const jsonRpcCode = (problem: string): number => CODES[problem] ?? -32_000
