import type { Tracing } from './tracing.ts'

/** Runs a statement as a span of the database's client, where what asks for it is recorded. Its text is not told: the unit of work writes values into it. */
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

/** Commands, and the tables that they name; what is called as a function is none. */
const PARTS =
  /\b(select|insert(?= into)|(?<!for )update|delete(?= from)|fetch|declare)\b|(?<=\b(?:from|into|join|declare|(?<!for )update)\s+"?)([a-z_]\w*)\b(?!\s*\()/gi

/** What a statement calls the parts that it begins with. */
const NAMED = /\b([a-z_]\w*)\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi

/** Values within a text: they may hold anything. */
const LITERALS = /e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'/gi

/** Longest summary, in characters. */
const LONGEST = 255

/**
 * What a statement does, in the order of its text, and the tables it does so to, such as `INSERT users events` (semantic conventions for databases, "Generating
 * a summary of the query text"). One that names no table is summed up as its first word.
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
