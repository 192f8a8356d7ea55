/** Last page that offset style answers: walking further is what cursors are for. */
export const MAX_PAGE = 1_000
