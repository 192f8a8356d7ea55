/** The parts of an operation's effect that its method, path and output do not tell. */
export interface EffectSpec {
  /**
   * The event that the operation emits; null for none. Default: the event named after the operation, such as `note.archived` after `archive`, else after the
   * kind of effect.
   */
  emits?: string | null
  /** The members that the query parameter `search` looks in. */
  searches?: readonly string[]
  /** What the operation sets besides the record: the password of the account that the path names, or that the operation makes. */
  sets?: 'password'
}
