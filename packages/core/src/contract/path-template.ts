/** A path whatever its parameters are called. */
export const unnamed = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')

/** What the parameters of a path are called, in their order. */
export const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
