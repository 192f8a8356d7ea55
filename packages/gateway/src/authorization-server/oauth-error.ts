interface Told {
  status: number
  code: string
  message: string
}

/** Returns the error code of RFC 6749 for a problem that occurs before the library handles the request. */
function codeOf({ status, code }: Told): string {
  if (status === 429) return 'temporarily_unavailable'
  if (status === 401) return 'invalid_token'
  if (code === 'insufficient-scope') return 'insufficient_scope'
  // 501 is for a method or a coding that the service never supports.
  return status >= 500 && status !== 501 ? 'server_error' : 'invalid_request'
}

/** Returns an error in the form of OAuth, which its clients read (RFC 6749, section 5.2). */
export const oauthError = (told: Told) => ({ error: codeOf(told), error_description: told.message })
