/** How far a copy is: so many rows of a table, of so many. */
export interface Progress {
  table: string
  done: number
  total: number
}
