import { idPrefixes, isId } from '../contract/ids.ts'
import { sees, seesAll } from '../contract/access.ts'
import { columnList } from '../data/column-list.ts'
import { present } from '../data/tombstone.ts'
import type { Action } from '../operation/action.ts'
import { ExportEntity, type ExportRow } from './export.entity.ts'

const byId = { name: 'export by id', text: `select ${columnList(ExportEntity)} from exports where id = $1` }

/** Returns an export that this caller may see. Throws `not-found`, or `gone` once it has expired. */
export async function findExport(action: Action<{ export_id: string }>) {
  const { database, input, time } = action
  const { export_id: id } = input
  const [row] = isId(idPrefixes.export, id) ? await database.query<ExportRow>(byId, [id]) : []
  return present(row && maySee(action, row) ? withEnd(row, time) : undefined, 'export', time)
}

/**
 * A caller that sees the records of all users sees the exports that it created, and all exports when its power is full: a key may have the role without all
 * of its scopes. Other callers see exports of their own records only. A demoted administrator therefore no longer sees an export of all users that it
 * created.
 */
function maySee({ access, principal }: Action<unknown>, row: ExportRow): boolean {
  if (!seesAll(principal)) return sees(principal, row.user_id)
  return access.mayDoEverything(principal) || row.created_by === principal.id
}

/** Exports are never deleted by callers; an expired one counts as deleted. */
function withEnd(row: ExportRow, time: number) {
  return { ...row, deleted_at: Date.parse(row.expires_at) <= time ? row.expires_at : null }
}
