/** Headers of every response that is not a page: nothing may be loaded, framed or guessed from it. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  vary: 'Accept, Accept-Encoding, Origin',
}

/** `Strict-Transport-Security` for two years, subdomains included (RFC 6797). Sent over https only. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=63072000; includeSubDomains'
