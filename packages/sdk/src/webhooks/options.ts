import { RosterError } from '../core/errors.ts'

/** Says what to write in place of options that are no object. */
export function requireObject(options: unknown, members: string): void {
  if (typeof options !== 'object' || options === null)
    throw new RosterError(`The options are no object. Write: { ${members} }.`)
}
