/** The scopes that a role may hold, and the records it sees. */
interface RoleSpec<S extends string> {
  /** `every` for all there are. */
  scopes: 'every' | readonly S[]
  /** Everybody's, or those of the one user that it acts as. */
  records: 'all' | 'own'
}

/** Who may do what in an application. */
export interface AccessSpec<S extends string, R extends string> {
  /** What a credential can be allowed to do, with the words shown to people who grant it. */
  scopes: Readonly<Record<S, string>>
  /** Roles that a user record or a key can have, the least last. */
  roles: Readonly<Record<R, RoleSpec<NoInfer<S>>>>
}

/** The role of an OAuth client that acts as no user: its scopes alone say what it may do. */
export const SERVICE = 'service'

/** What somebody, or something that is made, may do: scopes, on the records of whom. */
export interface Power<S extends string> {
  readonly scopes: ReadonlySet<S>
  /** The one user whose records it is about; null for everybody's. */
  readonly owner: string | null
}

/** What is known of a holder of power. */
interface Holder<R extends string> {
  role: R | typeof SERVICE
  /** The user it acts as; null for a machine. */
  user_id: string | null
}

/** Stands for a viewer that acts as nobody: no record has it. */
const NO_OWNER = ''

/** One rule for who may do what. Whatever is allowed or refused asks it: nobody else compares roles or scopes. */
export class Access<S extends string, R extends string> {
  /** What a credential can be allowed to do, with the words shown to people who grant it. */
  readonly scopes: Readonly<Record<S, string>>
  readonly scopeNames: readonly [S, ...S[]]
  readonly roles: readonly [R, ...R[]]
  readonly #held: ReadonlyMap<string, ReadonlySet<S>>
  readonly #records: ReadonlyMap<string, RoleSpec<S>['records']>
  readonly #covered: ReadonlySet<string>

  constructor({ scopes, roles }: AccessSpec<S, R>) {
    const every = Object.keys(scopes) as [S, ...S[]]
    const specs = Object.entries<RoleSpec<S>>({ ...roles, [SERVICE]: { scopes: 'every', records: 'all' } })
    this.scopes = scopes
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

  /** Whether who acts in a role acts as a user, and not as a client for itself. */
  actsAsUser(role: R | typeof SERVICE): role is R {
    return role !== SERVICE
  }

  /** Whether a text is a scope of this application. */
  isScope(text: string): text is S {
    return Object.hasOwn(this.scopes, text)
  }

  /** Every scope that a role may hold. */
  scopesOf(role: R | typeof SERVICE): ReadonlySet<S> {
    return this.#held.get(role)!
  }

  mayHold(role: R | typeof SERVICE, scope: S): boolean {
    return this.scopesOf(role).has(scope)
  }

  /** The one user whose records a caller sees, empty for none; undefined for everybody's. */
  ownerOf({ role, user_id }: Holder<R>): string | undefined {
    return this.#records.get(role) === 'all' ? undefined : (user_id ?? NO_OWNER)
  }

  /** Whether a caller sees the records of everybody. */
  seesAll(holder: Holder<R>): boolean {
    return this.ownerOf(holder) === undefined
  }

  /** Whether a caller sees the records of this user; null for records that are nobody's own. */
  sees(holder: Holder<R>, owner: string | null): boolean {
    const own = this.ownerOf(holder)
    return own === undefined || own === owner
  }

  /** The power of who has a role with all its scopes, or with some of them. */
  powerOf(holder: Holder<R>, scopes: Iterable<S> = this.scopesOf(holder.role)): Power<S> {
    const held = new Set([...scopes].filter((scope) => this.mayHold(holder.role, scope)))
    return { scopes: held, owner: this.ownerOf(holder) ?? null }
  }

  /** Whether a role can do all that another one can, for the same user. */
  covers(role: R | typeof SERVICE, other: R | typeof SERVICE): boolean {
    return this.#covered.has(`${role} ${other}`)
  }

  /** What is left to the key of a user who is deleted: to be told so. */
  get least(): R {
    return this.roles.at(-1)!
  }

  /** Whether a role of users may do everything to every record. Somebody with such a role must remain. */
  isAdministrator(role: R | typeof SERVICE): boolean {
    return this.administrators.includes(role as R)
  }

  /** The roles of users that may do everything to every record. */
  get administrators(): readonly R[] {
    return this.roles.filter((role) => this.covers(role, SERVICE))
  }
}

/** Whether one power is at least as much as another. */
export function holds<S extends string>(power: Power<S>, other: Power<S>): boolean {
  return missing(power, other).length === 0 && (power.owner === null || power.owner === other.owner)
}

/** The scopes of another power that one lacks. */
export function missing<S extends string>({ scopes }: Power<S>, other: Power<S>): S[] {
  return [...other.scopes].filter((scope) => !scopes.has(scope))
}
