interface Told {
  status: number
  code: string
  message: string
}

/** Error codes of RFC 6749 for problems that arise before the authorization server is asked. */
function codeOf({ status, code }: Told): string {
  if (status === 429) return 'temporarily_unavailable'
  if (status === 401) return 'invalid_token'
  if (code === 'insufficient-scope') return 'insufficient_scope'
  // 501 is to a method or a coding that the service will never take.
  return status >= 500 && status !== 501 ? 'server_error' : 'invalid_request'
}

/** An error in the form of OAuth (RFC 6749, section 5.2), which is what its clients read. */
export const oauthError = (told: Told) => ({ error: codeOf(told), error_description: told.message })
