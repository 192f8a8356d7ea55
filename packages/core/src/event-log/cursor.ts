/** A place in the log: its number, which counts through all epochs, and the epoch in which it was given. */
export interface Position {
  epoch: string
  /** Place of the last entry that was read; 0 for none. */
  seq: number
}

/** Detail of the problem `cursor-expired`. */
export const CURSOR_EXPIRED =
  'The log cannot be read on from this cursor: what followed it is deleted, it was lost with a server, or it belongs to another log. ' +
  'Read the records themselves, and then the log from its start, with an empty cursor.'

const CURSOR = /^([0-9a-z]{1,16}):(0|[1-9]\d{0,14})$/

/** Returns the text of a cursor, `<epoch>:<seq>`, which is the same on every transport. */
export function formatCursor({ epoch, seq }: Position): string {
  return `${epoch}:${seq}`
}

/** Returns the position that a cursor names, or undefined for a text that is no cursor. */
export function parseCursor(text: string): Position | undefined {
  const [, epoch, seq] = CURSOR.exec(text) ?? []
  return epoch === undefined ? undefined : { epoch, seq: Number(seq) }
}
