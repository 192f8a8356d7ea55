import { createRequire } from 'node:module'
import type * as Jose from 'jose'

const require = createRequire(import.meta.url)

/** What verifies and reads tokens. It is loaded with the first one: many a service is called with keys and sessions alone. */
export const jose = () => require('jose') as typeof Jose
