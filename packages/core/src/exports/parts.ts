import type { Database } from '../data/database.ts'

/** Size of every part of a file but the last, in bytes. It determines the part in which a byte is. */
export const PART_SIZE = 65_536

const part = { name: 'export part', text: 'select bytes from export_parts where export_id = $1 and number = $2' }

/** Yields the bytes of an export's file from `start` to before `end`, part by part. Throws when the file is deleted meanwhile. */
export async function* readParts(
  database: Database,
  id: string,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let position = start; position < end;) {
    const number = Math.floor(position / PART_SIZE)
    const from = number * PART_SIZE
    const [row] = await database.query<{ bytes: Uint8Array }>(part, [id, number])
    if (!row) throw new Error(`Part ${number} of the file of ${id} is not there any more.`)
    const piece = row.bytes.subarray(position - from, end - from)
    yield piece
    position += piece.length
  }
}
