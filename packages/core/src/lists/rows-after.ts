import { batched } from '../data/batch.ts'
import type { Database } from '../data/database.ts'
import { perTurn } from '../data/per-turn.ts'
import { prepared } from '../data/prepared.ts'
import { listed, quoted } from '../data/quoted.ts'
import type { Position } from './cursor.ts'
import { beyond, MOST, type Row, type Selection, sorting, type Stretch } from './selection.ts'

/** Maximum number of stretches that one statement reads. The first must wait for the last. */
const TOGETHER = 16

/** Column that tells which of the positions a row follows. No column of a record has this name. */
const NTH = '#'

/** Alias of the positions. No table of an application has this name, which would hide them. */
const POSITION = '#position'

const batches = perTurn<ReturnType<typeof batched<Promise<Row[]>>>>()

/**
 * Reads the stretch of a list after a position. Callers in one turn of the event loop whose lists differ in their positions only share a statement, and those
 * with the same position its rows, which they must not change.
 */
export async function rowsAfter(
  database: Database,
  selection: Selection,
  stretch: Stretch,
  { value, id }: Position,
): Promise<Row[]> {
  const text = textOf(selection, stretch)
  const values = [...selection.where.values, stretch.limit]
  const read = batches(database, JSON.stringify([text, values]), () => batched(reader(database, text, values)))
  return (await read(JSON.stringify([value, id]))) ?? []
}

/**
 * Returns SQL that reads the stretches after several positions, whose members are two arrays. Of each stretch the order and the fixed limit are inside, so that
 * the planner walks along the index from each position.
 */
function textOf({ table, columns, where, key = 'id' }: Selection, stretch: Stretch): string {
  const [limit, values, ids] = [1, 2, 3].map((nth) => `$${where.values.length + nth}`)
  const [all, order] = [listed(columns), sorting(stretch, key)]
  const after = beyond(stretch, key, (member) => `"${POSITION}"."${member}"`)
  const near = `select ${all} from "${table}" where ${where.text} and ${after} order by ${order} limit ${MOST}`
  // The branch that is never taken gives the parameter the type of its column.
  const typed = (column: string, array: string) =>
    `case when false then array(select ${quoted(column)} from "${table}") else ${array} end`
  return (
    `select "${POSITION}"."${NTH}", "stretch".* ` +
    `from unnest(${typed(stretch.sort, values!)}, ${typed(key, ids!)}) with ordinality as "${POSITION}" ("value", "id", "${NTH}"), ` +
    `lateral (select ${all} from (${near}) as "near" order by ${order} limit ${limit}) as "stretch" ` +
    `order by "${NTH}", ${order}`
  )
}

/** Returns a function that reads the stretches after positions, by position. A statement that fails fails those who share it. */
function reader(database: Database, text: string, values: readonly unknown[]) {
  async function read(positions: readonly string[]): Promise<Row[][]> {
    const members = positions.map((position) => JSON.parse(position) as [value: string, id: string])
    const arrays = [members.map(([value]) => value), members.map(([, id]) => id)]
    const rows = await database.reads.query<Row>(prepared(text), [...values, ...arrays])
    const stretches: Row[][] = positions.map(() => [])
    for (const { [NTH]: nth, ...row } of rows) stretches[Number(nth) - 1]!.push(row)
    return stretches
  }

  return async (positions: readonly string[]): Promise<Map<string, Promise<Row[]>>> => {
    const stretches = new Map<string, Promise<Row[]>>()
    for (const part of inParts(positions)) {
      const found = read(part)
      const rowsOf = (nth: number) => found.then((all) => all[nth]!)
      for (const [nth, position] of part.entries()) stretches.set(position, rowsOf(nth))
    }
    return stretches
  }
}

function inParts(positions: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(positions.length / TOGETHER)
  return Array.from({ length: count }, (_, nth) => positions.slice(nth * TOGETHER, (nth + 1) * TOGETHER))
}
