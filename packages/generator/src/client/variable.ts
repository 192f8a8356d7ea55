import { camelCase } from '../text/words.ts'

/** Words that no variable can have as its name. */
export const KEYWORDS: readonly string[] = (
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
  'function if implements import in instanceof interface let new null package private protected public return static super switch this ' +
  'throw true try typeof var void while with yield'
).split(' ')

/** Those words, and names that methods use for something else. */
const TAKEN: ReadonlySet<string> = new Set(
  KEYWORDS.concat(['body', 'download', 'fetchPage', 'get', 'options', 'page', 'query', 'waitFor']),
)

/** Returns the variable that a method uses for a member of a record. */
export const variableOf = (member: string) => (TAKEN.has(member) ? `${member}_` : member)

/** Returns the variable that a method uses for a path parameter. */
export const idOf = (parameter: string) => variableOf(camelCase(parameter))
