import type { Schema } from './operation.ts'

/** Whether an absent value may stay absent: its schema is optional, or its absence is `dropped` or `tried`. */
export const mayStayAbsent = ({ optional, absent }: Schema): boolean =>
  optional === true || absent === 'dropped' || absent === 'tried'

/** Whether a value may be absent, with or without a default, prefault or fallback in its place. */
export const mayBeAbsent = (schema: Schema): boolean =>
  ['optional', 'absent', 'default', 'prefault', 'fallback', 'dropped'].some((name) => name in schema)
