import { RosterError } from '../core/errors.ts'

/** Throws a `RosterError` for options that are no object. The message shows `members` as an example. */
export function requireObject(options: unknown, members: string): void {
  if (typeof options !== 'object' || options === null)
    throw new RosterError(`The options are no object. Write: { ${members} }.`)
}
