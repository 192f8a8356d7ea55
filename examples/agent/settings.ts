/** Where the tools are. */
export const url = new URL('/mcp', process.env['ROSTER_URL'] ?? 'http://localhost:3000')

/** What every request carries: a key that was made for this agent. */
export async function credential(): Promise<Record<string, string>> {
  const key = process.env['ROSTER_API_KEY']
  if (key === undefined) throw new Error('Set ROSTER_API_KEY to a key for this agent.')
  return { 'X-API-Key': key }
}
