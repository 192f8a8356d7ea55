/** Requests a minute that each limiter lets through: it counts every one of them, and stops none. */
export const PLENTY = 1_000_000_000

export const AMPLE = { read: PLENTY, write: PLENTY, anonymous: PLENTY, token: PLENTY }
