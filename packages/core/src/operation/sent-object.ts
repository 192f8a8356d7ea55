/** Returns whether an input is an object with members, rather than a list, a text or nothing. */
export const isObject = (sent: unknown): sent is Record<string, unknown> =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)

/** Returns the members of an input; none when it is no object. A text or a list of a million parts would be as many members, before any check. */
export const membersOf = (sent: unknown): Record<string, unknown> => (isObject(sent) ? sent : {})
