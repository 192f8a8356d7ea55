/** What an author says of an effect where the form of the operation does not tell it. */
export interface EffectSpec {
  /** The event that it emits; null for none. Default: the one called after the operation, such as `note.archived` after `archive`, else after what is done. */
  emits?: string | null
  /** The members that the query parameter `search` looks in. */
  searches?: readonly string[]
  /** What it sets besides the record: the password of the account that its path names, or that it makes. */
  sets?: 'password'
}
