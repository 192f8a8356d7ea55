import type { Statement } from './statement.ts'

const statements = new Map<string, Statement>()

/**
 * Returns a statement that is prepared under a name made for its text. The statement stays prepared on every connection, so the text must not depend on a
 * caller: values go beside the text, never into it.
 */
export function prepared(text: string): Statement {
  const known = statements.get(text)
  if (known) return known
  const statement = { name: `statement ${statements.size + 1}`, text }
  statements.set(text, statement)
  return statement
}
