/** How long a test waits for an expected result, in milliseconds: long enough for a busy machine. */
export const PATIENCE = 60_000
