/** Returns a path with its parameters written as `{}`. */
export const unnamed = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')

/** Returns the names of the parameters of a path, in their order. */
export const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
