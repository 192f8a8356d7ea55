import { afterAll, expect, vi } from 'vitest'

const ID = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/

expect.extend({
  toBeId(received: unknown, prefix: string) {
    const pass = typeof received === 'string' && ID.test(received) && received.startsWith(`${prefix}_`)
    return { pass, message: () => `expected ${String(received)} to be an identifier with the prefix ${prefix}_` }
  },
})

// Undo a test file's changes of the process before the next file.
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Checks that the value is an identifier with this prefix, such as `usr`. */
    toBeId(prefix: string): R
  }
}
