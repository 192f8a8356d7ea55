/** URL of the MCP endpoint. */
export const url = new URL('/mcp', process.env['ROSTER_URL'] ?? 'http://localhost:3000')

/** API key of an agent that acts for no user. Without a key, a user signs in. */
export const key = process.env['ROSTER_API_KEY']

/** Client identifier of the agent at the sign-in: that of a registered client, or the https URL of the client's metadata document. */
export const clientId = process.env['ROSTER_CLIENT_ID'] ?? ''

/** Redirect URI: the address to which the user's browser returns after the sign-in. */
export const redirectUrl = new URL(process.env['REDIRECT_URL'] ?? 'http://127.0.0.1:8976/callback')

/** All scopes that the errand needs, so that the user is asked for consent once. */
export const scope = 'read:users write:users read:orders write:orders read:events'

if (!key && !clientId) throw new Error('Set ROSTER_CLIENT_ID to sign in, or ROSTER_API_KEY where there is nobody to.')
