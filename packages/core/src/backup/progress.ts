/** The progress of a copy: the rows of a table that are copied, and all of them. */
export interface Progress {
  table: string
  done: number
  total: number
}
