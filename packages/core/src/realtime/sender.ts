import { showsId } from '../contract/id-form.ts'
import type { Fault } from '../contract/fault.ts'
import { fault } from '../validation/fault.ts'

/** Who is called as a record is called, of somebody else maybe. */
const SOMEBODY = 'somebody'

/** What is wrong with a label under which somebody talks to others. */
export const labelFaults = (label: string | undefined): Fault[] =>
  label !== undefined && showsId(label) ? [fault('body', ['user'], 'invalid', 'must be a name, not an identifier')] : []

/** What others are told who talks to them without a label. A name that would pass for another's identifier is not told. */
export const senderName = ({ id, name }: { id: string; name: string }): string =>
  name === id || !showsId(name) ? name : SOMEBODY
