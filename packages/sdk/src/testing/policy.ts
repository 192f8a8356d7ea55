/** Name of a scope in the access policy of an application. */
export type Scope = string

/** Name of a role in the access policy of an application. */
export type Role = string
