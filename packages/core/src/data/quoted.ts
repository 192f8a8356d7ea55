/** Returns SQL for a column, whatever is in its name. */
export const quoted = (column: string): string => `"${column.replaceAll('"', '""')}"`

/** Returns SQL for columns. */
export const listed = (columns: readonly string[]): string => columns.map(quoted).join(', ')
