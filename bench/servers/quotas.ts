/** Requests per minute that each limiter allows: it counts every request, and refuses none. */
export const PLENTY = 1_000_000_000

export const AMPLE = { read: PLENTY, write: PLENTY, anonymous: PLENTY, token: PLENTY }
