/** Names of headers with credentials, for the service and for the proxies and gateways in front of it. */
const SECRET_HEADERS = /authorization|cookie|token|secret|password|(?:api|subscription|access)-?key|^dpop$/
const SECRET_PARAMETERS = /([?&](?:api_key|access_token|token|ticket|code|client_secret)=)[^&#\s)]*/gi

const HIDDEN = '[redacted]'

/** Returns headers for a log. The values of headers that hold a credential are hidden. */
export function redactedHeaders(headers: Headers): Record<string, string> {
  const shown: Record<string, string> = {}
  headers.forEach((value, name) => (shown[name] = SECRET_HEADERS.test(name) ? HIDDEN : value))
  return shown
}

/** Returns an address for a log or a message. Credentials in its query are hidden. */
export const redactedUrl = (url: string) => url.replace(SECRET_PARAMETERS, `$1${HIDDEN}`)
