import type { Schema } from '@roster/sdk/testing'
import type { Def, Zod } from './zod.ts'

/** Returns the schema of words that stand for a boolean (`z.stringbool`); undefined for any other schema. */
export function wordsOf(schema: Zod): Schema | undefined {
  const def = schema._zod.def as Def
  const isPair = (def['in'] as Zod)._zod.def.type === 'string' && (def['out'] as Zod)._zod.def.type === 'boolean'
  const [issue] = (isPair && schema.safeParse('\u0000').error?.issues) || []
  if (issue?.code !== 'invalid_value' || (issue as { expected?: string }).expected !== 'stringbool') return undefined
  const words = issue.values.map((word) => [String(word), schema.safeParse(word).data] as const)
  const isCased = words.some(([word]) =>
    [word.toLowerCase(), word.toUpperCase()].some((other) => !schema.safeParse(other).success),
  )
  return {
    type: 'string',
    words: Object.fromEntries(words) as Record<string, boolean>,
    ...(isCased && { cased: true }),
  }
}
