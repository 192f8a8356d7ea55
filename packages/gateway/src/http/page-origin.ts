const LOCALHOST = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

/** Whether an origin is one of this machine, on whichever port: its pages may call in development. */
export const isOfThisMachine = (origin: string): boolean => LOCALHOST.test(origin)

/**
 * What is said to an agent in a page that may not call. It has maybe reached this address by a name of its own (DNS rebinding). `prefix` is what
 * settings of the application begin with.
 */
export const unlistedPage = (origin: string, prefix: string): string =>
  `Pages of ${origin.slice(0, 255)} may not call. The operator can list them in ${prefix}CORS_ORIGINS.`
