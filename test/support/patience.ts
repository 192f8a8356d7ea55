/** For how long a test waits for what must come, in milliseconds: a machine with other work takes its time. */
export const PATIENCE = 60_000
