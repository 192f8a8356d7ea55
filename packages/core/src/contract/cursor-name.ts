/** Returns the name of the parameter that takes the cursor of a list, or undefined. Beside `cursor`, a parameter `after` is a filter like any other. */
export const cursorNameOf = (parameters: object): 'cursor' | 'after' | undefined =>
  (['cursor', 'after'] as const).find((name) => name in parameters)
