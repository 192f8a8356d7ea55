import { showsId } from '../contract/id-form.ts'
import type { Fault } from '../contract/fault.ts'
import { fault } from '../validation/fault.ts'

/** The sender's name in place of a name that looks like the identifier of a record. */
const SOMEBODY = 'somebody'

/** Returns the faults of a label that a client chose as its name for messages. */
export const labelFaults = (label: string | undefined): Fault[] =>
  label !== undefined && showsId(label) ? [fault('body', ['user'], 'invalid', 'must be a name, not an identifier')] : []

/** Returns the name under which a caller without a label sends messages. A name that could pass for the identifier of another record is replaced. */
export const senderName = ({ id, name }: { id: string; name: string }): string =>
  name === id || !showsId(name) ? name : SOMEBODY
