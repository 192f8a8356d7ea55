import type { Tracing } from './tracing.ts'

/**
 * Runs a statement within a client span when the caller's span is recorded. The span does not have the text of the statement, because the unit of work
 * writes values into it.
 */
export function inStatement<Result>(tracing: Tracing, text: string, run: () => Promise<Result>): Promise<Result> {
  if (tracing.recorded() === undefined) return run()
  const summary = summaryOf(text)
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.summary': summary,
  }
  return tracing.run({ name: summary, kind: 'client', attributes }, async (span) => {
    try {
      return await run()
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (typeof code === 'string') span.set({ 'db.response.status_code': code })
      throw error
    }
  })
}

/** Commands and the tables that they name; a name before a bracket is a function. */
const PARTS =
  /\b(select|insert(?= into)|(?<!for )update|delete(?= from)|fetch|declare)\b|(?<=\b(?:from|into|join|declare|(?<!for )update)\s+"?)([a-z_]\w*)\b(?!\s*\()/gi

/** Names of the common table expressions of a statement. */
const NAMED = /\b([a-z_]\w*)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi

/** Literals in a statement, which may contain any text. */
const LITERALS = /e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'/gi

/** Longest summary, in characters. */
const LONGEST = 255

/**
 * Returns the summary of a statement: its commands and tables in order, such as `INSERT users events` (semantic conventions for databases, "Generating a
 * summary of the query text"). The summary of a statement without tables is its first word.
 */
export function summaryOf(text: string): string {
  const words: string[] = []
  const plain = text.replaceAll(LITERALS, '')
  const parts = new Set(Array.from(plain.matchAll(NAMED), ([, name]) => name!))
  let [command, told] = ['', '']
  for (const [, verb, table] of plain.matchAll(PARTS)) {
    if (verb !== undefined) command = verb.toUpperCase()
    else if (!parts.has(table!)) {
      if (command !== told) words.push(command)
      told = command
      words.push(table!)
    }
  }
  return words.join(' ').slice(0, LONGEST) || firstWordOf(text)
}

const firstWordOf = (text: string) => /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? ''
