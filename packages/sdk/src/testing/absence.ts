import type { Schema } from './operation.ts'

/** Whether a value that is missing may stay so: where it is optional, and not only has something that stands for it. */
export const mayStayAbsent = ({ optional, absent }: Schema): boolean =>
  optional === true || absent === 'dropped' || absent === 'tried'

/** Whether a value may be missing, whatever becomes of it then. */
export const mayBeAbsent = (schema: Schema): boolean =>
  ['optional', 'absent', 'default', 'prefault', 'fallback', 'dropped'].some((name) => name in schema)
