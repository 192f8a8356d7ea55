/** Where the tools are. */
export const url = new URL('/mcp', process.env['ROSTER_URL'] ?? 'http://localhost:3000')

/** The key of an agent that acts for nobody. Without one, a person signs in. */
export const key = process.env['ROSTER_API_KEY']

/** What names the agent where a person signs in: that of a registered client, or the https address of its metadata document. */
export const clientId = process.env['ROSTER_CLIENT_ID'] ?? ''

/** Where the person's browser comes back to. */
export const redirectUrl = new URL(process.env['REDIRECT_URL'] ?? 'http://127.0.0.1:8976/callback')

/** What the errand takes, so that the person is asked once. */
export const scope = 'read:users write:users read:orders write:orders read:events'

if (!key && !clientId) throw new Error('Set ROSTER_CLIENT_ID to sign in, or ROSTER_API_KEY where there is nobody to.')
