/** The scopes that a role may hold, and the records it sees. */
interface RoleSpec<S extends string> {
  /** Scopes of the role; `every` for all scopes of the application. */
  scopes: 'every' | readonly S[]
  /** `all`: the records of every owner. `own`: those of one owner, by default the user that the caller acts as. */
  records: 'all' | 'own'
}

/** Rights over the core's own features: API keys, OAuth clients, webhook endpoints, the event log, metrics. */
export const CORE_RIGHTS = ['keys', 'clients', 'webhooks', 'events', 'metrics'] as const

/** A right over one of the core's own features. */
export type CoreRight = (typeof CORE_RIGHTS)[number]

/** The scopes and roles of an application. */
export interface AccessSpec<S extends string, R extends string> {
  /** Every scope of the application, with the words shown to users who grant it. */
  scopes: Readonly<Record<S, string>>
  /** Roles that a user record or an API key can have, the least powerful last. */
  roles: Readonly<Record<R, RoleSpec<NoInfer<S>>>>
  /** The scope that each right over the core's own features requires. */
  scopeFor: Readonly<Record<CoreRight, NoInfer<S>>>
}

/** Role of an OAuth client that acts for itself, without a user. Only its scopes decide what the client may do. */
export const SERVICE = 'service'

/** The power of a credential or an account: its scopes, on the records of one owner or of every owner. */
export interface Power {
  readonly scopes: ReadonlySet<string>
  /** The owner whose records the scopes apply to; null for the records of every owner. */
  readonly owner: string | null
}

/** A holder of power: a role, with the user and the owner. */
interface Holder {
  role: string
  /** The user that the holder acts as; null for a machine. */
  user_id: string | null
  /** The owner whose records the holder sees in a role with `own` records, such as the branch of a user. Default: the user. */
  owner?: string | null
}

/** An account. One that sees the records that it owns itself has its identifier as the owner. */
interface AccountInRole {
  id: string
  role: string
  /** The owner whose records the account sees in a role with `own` records, as in the view `accounts`; null for none. */
  owner: string | null
}

/** The owner whose records a caller sees, or null for the records of every owner. */
type Seeing = Pick<Power, 'owner'>

/** Owner of a caller that acts as no user. No record has this owner. */
const NO_OWNER = ''

const NONE: ReadonlySet<string> = new Set()

/** The access rules of an application. Every decision to allow or refuse asks this class: no other code compares roles or scopes. */
export class Access<S extends string = string, R extends string = string> {
  /** Every scope of the application, with the words shown to users who grant it. */
  readonly scopes: Readonly<Record<S, string>>
  readonly scopeNames: readonly [S, ...S[]]
  readonly roles: readonly [R, ...R[]]
  /** The scope that each right over the core's own features requires. */
  readonly scopeFor: Readonly<Record<CoreRight, S>>
  readonly #held: ReadonlyMap<string, ReadonlySet<string>>
  readonly #records: ReadonlyMap<string, RoleSpec<S>['records']>
  readonly #covered: ReadonlySet<string>

  constructor({ scopes, roles, scopeFor }: AccessSpec<S, R>) {
    const every = Object.keys(scopes) as [S, ...S[]]
    const specs = Object.entries<RoleSpec<S>>({ ...roles, [SERVICE]: { scopes: 'every', records: 'all' } })
    this.scopes = scopes
    this.scopeFor = { ...scopeFor }
    this.scopeNames = every
    this.roles = Object.keys(roles) as [R, ...R[]]
    this.#held = new Map(specs.map(([role, spec]) => [role, new Set(spec.scopes === 'every' ? every : spec.scopes)]))
    this.#records = new Map(specs.map(([role, { records }]) => [role, records]))
    this.#covered = new Set(this.#pairsCovered(specs.map(([role]) => role as R)))
  }

  #pairsCovered(all: readonly R[]): string[] {
    const ofSomebody = (role: R) => this.powerOf({ role, user_id: NO_OWNER })
    return all.flatMap((role) =>
      all.filter((other) => holds(ofSomebody(role), ofSomebody(other))).map((other) => `${role} ${other}`),
    )
  }

  /** Whether a caller with this role acts as a user, and not as an OAuth client for itself. */
  actsAsUser(role: string): role is R {
    return role !== SERVICE
  }

  /** Whether a text is a scope of this application. */
  isScope(text: string): text is S {
    return Object.hasOwn(this.scopes, text)
  }

  /** Returns every scope that a role may hold; none for a role that the application does not have, or no longer has. */
  scopesOfRole(role: string): ReadonlySet<string> {
    return this.#held.get(role) ?? NONE
  }

  mayHold(role: string, scope: string): boolean {
    return this.scopesOfRole(role).has(scope)
  }

  /** Returns the owner whose records the holder sees: null for every owner, an empty string for none. */
  ownerOf({ role, user_id, owner = user_id }: Holder): string | null {
    return this.#records.get(role) === 'all' ? null : (owner ?? NO_OWNER)
  }

  /** Returns the power of a holder with all scopes of the role, or with those of `scopes` that the role may hold. */
  powerOf(holder: Holder, scopes: Iterable<string> = this.scopesOfRole(holder.role)): Power {
    const held = new Set([...scopes].filter((scope) => this.mayHold(holder.role, scope)))
    return { scopes: held, owner: this.ownerOf(holder) }
  }

  /**
   * Returns the power of a caller that acts as this user. Setting the user's password, or holding an API key of the user, gives this power. It includes that of
   * the record: an operation that creates an account together with its password asks for this one.
   */
  powerOfUser({ id, role, owner }: AccountInRole): Power {
    return this.powerOf({ role, user_id: id, owner })
  }

  /**
   * Returns the power that a user record gives to its user beyond the records that are the user's alone. A caller that creates, changes or ends the record must
   * hold this power.
   */
  powerOfRecord(user: AccountInRole): Power {
    const power = this.powerOfUser(user)
    return power.owner === user.id ? { scopes: new Set(), owner: power.owner } : power
  }

  /** Returns the power of scopes over the records of every owner, such as that of an OAuth client. Texts that are no scope of the application are left out. */
  powerOfScopes(scopes: readonly string[]): Power {
    return { scopes: new Set(scopes.filter((scope) => this.isScope(scope))), owner: null }
  }

  /** Whether a role can do everything that another role can, for the same user. */
  covers(role: string, other: string): boolean {
    return this.#covered.has(`${role} ${other}`)
  }

  /** Returns the lesser of two roles; the first where neither covers the other. */
  lesserOf(role: string, other: string): string {
    return !this.covers(other, role) && this.covers(role, other) ? other : role
  }

  /** Returns the power of a holder with these scopes, as far as another role of the same user holds it too. */
  powerWithin(role: string, holder: Holder, scopes: Iterable<string>): Power {
    const power = this.powerOf(holder, scopes)
    if (this.covers(role, holder.role)) return power
    const limit = this.powerOf({ ...holder, role }, power.scopes)
    return seesAll(limit) ? { ...limit, owner: power.owner } : limit
  }

  /** The least powerful role. A deleted user's API key acts in it, to be told of the deletion. */
  get least(): R {
    return this.roles.at(-1)!
  }

  /** Returns whether a role is the least one. */
  isLeast(role: string): boolean {
    return role === this.least
  }

  /** Whether a role of users allows everything on every record. At least one user with such a role must remain. */
  isAdministrator(role: string): boolean {
    return this.administrators.includes(role as R)
  }

  /** Whether a power allows everything on every record: an administrator with all scopes, or a service with all scopes. */
  mayDoEverything(power: Power): boolean {
    return holds(power, this.powerOf({ role: SERVICE, user_id: null }))
  }

  /** The roles of users that allow everything on every record. */
  get administrators(): readonly R[] {
    return this.roles.filter((role) => this.covers(role, SERVICE))
  }
}

/** Returns whether a caller sees the records of every owner. */
export const seesAll = ({ owner }: Seeing): boolean => owner === null

/** Returns whether a caller sees the records of this owner. `owner` is null for records without an owner. */
export const sees = (who: Seeing, owner: string | null): boolean => seesAll(who) || who.owner === owner

/** Whether a power includes another one: all its scopes, on all its records. */
export function holds(power: Power, other: Power): boolean {
  return missing(power, other).length === 0 && sees(power, other.owner)
}

/** Returns the scopes of `other` that the first power lacks. */
export function missing({ scopes }: Power, other: Power): string[] {
  return [...other.scopes].filter((scope) => !scopes.has(scope))
}
