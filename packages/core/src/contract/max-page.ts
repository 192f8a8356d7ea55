/** Last page number that offset style answers. Callers read further pages by cursor. */
export const MAX_PAGE = 1_000
