/** A path without segments that are no identifiers and no words: what somebody types in their place may be the address of a person. */
export const harmlessPath = (path: string): string => path.replaceAll(/[^/]*[^\w/.,~:-][^/]*/g, 'REDACTED')
