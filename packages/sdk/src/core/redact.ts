/** Those of the service, and what proxies and gateways before it ask for. */
const SECRET_HEADERS = /authorization|cookie|token|secret|password|(?:api|subscription|access)-?key|^dpop$/
const SECRET_PARAMETERS = /([?&](?:api_key|access_token|token|ticket|code|client_secret)=)[^&#\s)]*/gi

const HIDDEN = '[redacted]'

/** Headers for a log: those that hold a credential without it. */
export function redactedHeaders(headers: Headers): Record<string, string> {
  const shown: Record<string, string> = {}
  headers.forEach((value, name) => (shown[name] = SECRET_HEADERS.test(name) ? HIDDEN : value))
  return shown
}

/** An address for a log or a message, without the credentials that can be in its query. */
export const redactedUrl = (url: string) => url.replace(SECRET_PARAMETERS, `$1${HIDDEN}`)
