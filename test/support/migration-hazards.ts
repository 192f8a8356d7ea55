import { parse } from 'libpg-query'

/**
 * Returns the hazards in a migration's statements: changes that break the previous version, or that lock a table for long. Each is a short text,
 * such as `drops users.password_hash`. A statement that is not known to be harmless is a hazard. The parser is PostgreSQL's own.
 */
export async function hazardsOf(statements: readonly string[]): Promise<string[]> {
  const made = new Set<string>()
  const hazards: string[] = []
  for (const statement of statements) {
    const { stmts } = (await parse(statement)) as { stmts: { stmt: Tree }[] }
    for (const { stmt } of stmts) {
      const [[kind, node]] = Object.entries(stmt) as [[string, Tree]]
      const judge = JUDGES[kind] ?? (() => [`is a ${kind}, which is not known to be harmless`])
      hazards.push(...judge(node, made))
    }
  }
  return hazards
}

/** A node of the parser's tree: members by name. */
type Tree = Record<string, any>

/** Returns the hazards of a statement. `made` has the tables that the migration itself creates, which no process uses yet. */
type Judge = (node: Tree, made: Set<string>) => string[]

const JUDGES: Readonly<Record<string, Judge>> = {
  CreateStmt: ({ relation }, made) => {
    made.add(relation.relname)
    return []
  },
  CreateSeqStmt: () => [],
  CreateFunctionStmt: ({ replace }) => (replace ? ['replaces a function'] : []),
  ViewStmt: ({ view, replace }) => (replace ? [`replaces the view ${view.relname}`] : []),
  InsertStmt: ({ relation }, made) => (made.has(relation.relname) ? [] : [`inserts into ${relation.relname}`]),
  UpdateStmt: ({ relation }, made) => (made.has(relation.relname) ? [] : [`updates ${relation.relname}`]),
  DeleteStmt: ({ relation }, made) => (made.has(relation.relname) ? [] : [`deletes from ${relation.relname}`]),
  IndexStmt: ({ idxname, relation, concurrent, unique }, made) => {
    if (made.has(relation.relname)) return []
    if (unique) return [`makes ${relation.relname} unique by ${idxname}`]
    return concurrent ? [] : [`keeps writers from ${relation.relname} while it makes ${idxname}`]
  },
  DropStmt: ({ removeType, concurrent, objects }) => {
    const name = objects.map(nameOf).join(', ')
    if (removeType !== 'OBJECT_INDEX') return [`drops ${name}`]
    return concurrent ? [] : [`keeps others from a table while it drops ${name}`]
  },
  RenameStmt: ({ relation, subname, newname }) => [
    `renames ${[relation?.relname, subname].filter(Boolean).join('.')} to ${newname}`,
  ],
  AlterTableStmt: ({ relation, cmds }, made) =>
    made.has(relation.relname)
      ? []
      : (cmds as Tree[]).flatMap(({ AlterTableCmd }) => hazardsOfChange(relation.relname, AlterTableCmd)),
}

const nameOf = ({ List }: Tree): string => List.items.map(({ String: { sval } }: Tree) => sval).join('.')

/** Hazards of changes to an existing table, by the parser's name of the change. */
const CHANGES: Readonly<Record<string, (table: string, change: Tree) => string[]>> = {
  AT_AddColumn: (table, { def: { ColumnDef } }) =>
    hazardsOfColumn(`${table}.${ColumnDef.colname}`, constraintsOf(ColumnDef)),
  AT_DropColumn: (table, { name }) => [`drops ${table}.${name}`],
  AT_DropConstraint: (table, { name }) => [`drops ${name} of ${table}`],
  AT_DropNotNull: () => [],
  AT_ColumnDefault: (table, { name, def }) => (def ? [] : [`drops the default of ${table}.${name}`]),
  AT_SetNotNull: (table, { name }) => [`refuses rows without ${table}.${name}`],
  AT_AlterColumnType: (table, { name }) => [`writes ${table} anew for the type of ${name}`],
  AT_AddConstraint: (table, { def: { Constraint } }) => [
    `adds ${Constraint.conname ?? Constraint.contype} to ${table}`,
  ],
  AT_ValidateConstraint: () => [],
}

const hazardsOfChange = (table: string, change: Tree): string[] =>
  CHANGES[change['subtype']]?.(table, change) ?? [
    `does ${change['subtype']} to ${table}, which is not known to be harmless`,
  ]

const constraintsOf = ({ constraints = [] }: Tree): Tree[] => constraints.map(({ Constraint }: Tree) => Constraint)

/** Returns the hazards of a new column. It is harmless when the previous version can omit it, and no row must be rewritten. */
function hazardsOfColumn(column: string, constraints: readonly Tree[]): string[] {
  const kinds = new Set(constraints.map(({ contype }) => contype as string))
  const byDefault = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT')
  if (kinds.has('CONSTR_NOTNULL') && !byDefault) return [`refuses rows without ${column}`]
  if (byDefault && !isConstant(byDefault['raw_expr'])) return [`writes every row anew for ${column}`]
  const others = [...kinds].filter((kind) => !['CONSTR_NULL', 'CONSTR_NOTNULL', 'CONSTR_DEFAULT'].includes(kind))
  return others.map((kind) => `adds ${kind} to ${column}`)
}

/** Whether a default is a constant. PostgreSQL stores a constant once for all existing rows, without rewriting them. */
const isConstant = (expression: Tree): boolean =>
  'A_Const' in expression || ('TypeCast' in expression && isConstant(expression['TypeCast'].arg))
