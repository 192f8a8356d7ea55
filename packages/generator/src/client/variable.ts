import { camelCase } from '../text/words.ts'

/** Words by which no variable can be called. */
export const KEYWORDS: readonly string[] = (
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
  'function if implements import in instanceof interface let new null package private protected public return static super switch this ' +
  'throw true try typeof var void while with yield'
).split(' ')

/** The same, and what methods call something else. */
const TAKEN: ReadonlySet<string> = new Set(
  KEYWORDS.concat(['body', 'download', 'fetchPage', 'get', 'options', 'page', 'query', 'waitFor']),
)

/** What a method calls a member of a record. */
export const variableOf = (member: string) => (TAKEN.has(member) ? `${member}_` : member)

/** What a method calls a parameter of its path. */
export const idOf = (parameter: string) => variableOf(camelCase(parameter))
