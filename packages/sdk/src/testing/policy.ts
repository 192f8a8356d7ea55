/** A scope, as the policy of an application names it. */
export type Scope = string

/** A role, as the policy of an application names it. */
export type Role = string
