import { createRequire } from 'node:module'
import type * as Jose from 'jose'

const require = createRequire(import.meta.url)

/** Returns the library that verifies and reads tokens. Loads it with the first token, because many services receive only API keys and sessions. */
export const jose = () => require('jose') as typeof Jose
