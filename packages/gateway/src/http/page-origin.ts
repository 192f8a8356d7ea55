const LOCALHOST = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/** Whether an origin is on this machine, on any port. In development the pages of such origins may call. */
export const isOfThisMachine = (origin: string): boolean => LOCALHOST.test(origin)

/**
 * Returns the refusal of an agent in a page whose origin may not call. The page may have reached this address by a name of its own (DNS rebinding).
 * `prefix` is the prefix of the application's settings.
 */
export const unlistedPage = (origin: string, prefix: string): string =>
  `Pages of ${origin.slice(0, 255)} may not call. The operator can list them in ${prefix}CORS_ORIGINS.`
