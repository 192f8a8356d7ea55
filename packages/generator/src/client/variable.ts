import { KEYWORDS } from '../text/keywords.ts'
import { camelCase, lowerFirst } from '../text/words.ts'

/** Keywords, and names that methods use for something else. */
const TAKEN: ReadonlySet<string> = new Set(
  KEYWORDS.concat(['body', 'download', 'fetchPage', 'get', 'options', 'page', 'query', 'waitFor']),
)

/** Returns the variable that a method uses for a member of a record. */
export const variableOf = (member: string) => (TAKEN.has(member) ? `${member}_` : member)

/** Returns the variable that a method uses for a path parameter. No variable begins with a digit. */
export const idOf = (parameter: string) => variableOf(camelCase(parameter).replace(/^(?=\d)/, '_'))

/** Returns the variable that examples use for a client. */
export const clientOf = (name: string) => variableOf(lowerFirst(name))
