/** A place in the log: the log's name, and how many entries it had then. */
export interface Position {
  epoch: string
  /** Place of the last entry that was read; 0 for none. */
  seq: number
}

/** What is said of a place that the log cannot be read on from. */
export const CURSOR_EXPIRED =
  'The log cannot be read on from this cursor: what followed it is deleted, it was lost with a server, or it belongs to another log. ' +
  'Read the records themselves, and then the log from its start, with an empty cursor.'

const CURSOR = /^([0-9a-z]{1,16}):(0|[1-9]\d{0,14})$/

/** The text of a cursor, the same on every transport: `<epoch>:<seq>`. */
export function formatCursor({ epoch, seq }: Position): string {
  return `${epoch}:${seq}`
}

/** What a cursor says; undefined for any other text. */
export function parseCursor(text: string): Position | undefined {
  const [, epoch, seq] = CURSOR.exec(text) ?? []
  return epoch === undefined ? undefined : { epoch, seq: Number(seq) }
}
