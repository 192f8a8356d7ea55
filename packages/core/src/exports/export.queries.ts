import { idPrefixes, isId } from '../contract/ids.ts'
import { sees, seesAll } from '../contract/access.ts'
import { columnList } from '../data/column-list.ts'
import { present } from '../data/tombstone.ts'
import type { Action } from '../operation/action.ts'
import { ExportEntity, type ExportRow } from './export.entity.ts'

const byId = { name: 'export by id', text: `select ${columnList(ExportEntity)} from exports where id = $1` }

/** An export as this caller may see it. Throws `not-found`, or `gone` once it has expired. */
export async function findExport(action: Action<{ export_id: string }>) {
  const { database, input, time } = action
  const { export_id: id } = input
  const [row] = isId(idPrefixes.export, id) ? await database.query<ExportRow>(byId, [id]) : []
  return present(row && maySee(action, row) ? withEnd(row, time) : undefined, 'export', time)
}

/**
 * Who sees the records of everybody sees the exports that it asked for, and all of them where it may do everything: whoever may make a key has a role
 * for it, but no more scopes than its own. Others see those of their own record: who made one of everybody's and was an administrator then is not
 * shown it any more.
 */
function maySee({ access, principal }: Action<unknown>, row: ExportRow): boolean {
  if (!seesAll(principal)) return sees(principal, row.user_id)
  return access.mayDoEverything(principal) || row.created_by === principal.id
}

/** Nobody deletes exports: they end. */
function withEnd(row: ExportRow, time: number) {
  return { ...row, deleted_at: Date.parse(row.expires_at) <= time ? row.expires_at : null }
}
