import type { Tracing } from './tracing.ts'

/** Runs a statement, as a span of the database's client where what asks for it is recorded. Its text is not told: the unit of work writes values into it. */
export function inStatement<Result>(
  tracing: Tracing | undefined,
  text: string,
  run: () => Promise<Result>,
): Promise<Result> {
  if (!tracing?.isRecording()) return run()
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

/** What statements do, and to which tables; what is called as a function is none. */
const PARTS =
  /\b(select|insert(?= into)|(?<!for )update|delete(?= from)|begin|commit|rollback|savepoint|fetch|declare)\b|(?<=\b(?:from|into|join|(?<!for )update)\s+"?)([a-z_]\w*)\b(?!\s*\()/gi

/** Values within a text: they may hold anything. */
const LITERALS = /e'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'/gi

/** Longest summary, in characters. */
const LONGEST = 255

/**
 * What a statement does, in the order of its text, and the tables it does so to, such as `INSERT users events` (semantic conventions for databases, "Generating
 * a summary of the query text").
 */
export function summaryOf(text: string): string {
  const words: string[] = []
  let verb = ''
  for (const [, command, table] of text.replaceAll(LITERALS, '').matchAll(PARTS)) {
    if (table !== undefined && verb !== words.findLast(isCommand)) words.push(verb)
    if (table !== undefined) words.push(table)
    else verb = command!.toUpperCase()
    if (STANDING_ALONE.has(verb)) words.push(verb)
  }
  return words.join(' ').slice(0, LONGEST) || verb
}

/** Commands that name no table. */
const STANDING_ALONE = new Set(['BEGIN', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'FETCH', 'DECLARE'])

const isCommand = (word: string) => word === word.toUpperCase()
