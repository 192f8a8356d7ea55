/** The scopes that a role may hold, and the records it sees. */
interface RoleSpec<S extends string> {
  /** `every` for all there are. */
  scopes: 'every' | readonly S[]
  /** Everybody's, or those of the one user that it acts as. */
  records: 'all' | 'own'
}

/** What the core itself lets somebody do: API keys, OAuth clients, webhook endpoints, the log of events, metrics. */
export const CORE_RIGHTS = ['keys', 'clients', 'webhooks', 'events', 'metrics'] as const

/** Something that the core itself lets somebody do. */
export type CoreRight = (typeof CORE_RIGHTS)[number]

/** The scopes and roles of an application. */
export interface AccessSpec<S extends string, R extends string> {
  /** What a credential can be allowed to do, with the words shown to people who grant it. */
  scopes: Readonly<Record<S, string>>
  /** Roles that a user record or a key can have, the least last. */
  roles: Readonly<Record<R, RoleSpec<NoInfer<S>>>>
  /** The scope of each thing that the core itself lets somebody do. */
  scopeFor: Readonly<Record<CoreRight, NoInfer<S>>>
}

/** The role of an OAuth client that acts as no user: its scopes alone say what it may do. */
export const SERVICE = 'service'

/** What a credential or an account may do: its scopes, on the records of one owner or of everybody. */
export interface Power {
  readonly scopes: ReadonlySet<string>
  /** The one user whose records it is about; null for everybody's. */
  readonly owner: string | null
}

/** What is known of a holder of power. */
interface Holder {
  role: string
  /** The user it acts as; null for a machine. */
  user_id: string | null
  /** Whose records it sees in a role that sees its own, such as a branch whose records a user sees. Default: those of the user. */
  owner?: string | null
}

/** Who sees records: of whom, or null for everybody's. */
type Seeing = Pick<Power, 'owner'>

/** Stands for a viewer that acts as nobody: no record has it. */
const NO_OWNER = ''

const NONE: ReadonlySet<string> = new Set()

/** One rule for who may do what. Whatever is allowed or refused asks it: nobody else compares roles or scopes. */
export class Access<S extends string = string, R extends string = string> {
  /** What a credential can be allowed to do, with the words shown to people who grant it. */
  readonly scopes: Readonly<Record<S, string>>
  readonly scopeNames: readonly [S, ...S[]]
  readonly roles: readonly [R, ...R[]]
  /** The scope of each thing that the core itself lets somebody do. */
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

  /** Whether who acts in a role acts as a user, and not as a client for itself. */
  actsAsUser(role: string): role is R {
    return role !== SERVICE
  }

  /** Whether a text is a scope of this application. */
  isScope(text: string): text is S {
    return Object.hasOwn(this.scopes, text)
  }

  /** Every scope that a role may hold. A role that the application does not have, or has no more, may hold none. */
  scopesOfRole(role: string): ReadonlySet<string> {
    return this.#held.get(role) ?? NONE
  }

  mayHold(role: string, scope: string): boolean {
    return this.scopesOfRole(role).has(scope)
  }

  /** The one user whose records somebody in a role sees, empty for none; null for everybody's. */
  ownerOf({ role, user_id, owner = user_id }: Holder): string | null {
    return this.#records.get(role) === 'all' ? null : (owner ?? NO_OWNER)
  }

  /** The power of who has a role with all its scopes, or with some of them. */
  powerOf(holder: Holder, scopes: Iterable<string> = this.scopesOfRole(holder.role)): Power {
    const held = new Set([...scopes].filter((scope) => this.mayHold(holder.role, scope)))
    return { scopes: held, owner: this.ownerOf(holder) }
  }

  /** What whoever acts as a user may do: to set its password, or to hold a key of it, is to have this. */
  powerOfUser({ id, role, owner = id }: { id: string; role: string; owner?: string }): Power {
    return this.powerOf({ role, user_id: id, owner })
  }

  /**
   * What a user record gives to the person it is about, beyond that person's own records. Whoever makes, changes or ends the record must
   * hold it.
   */
  powerOfRecord(user: { id: string; role: string; owner?: string }): Power {
    const power = this.powerOfUser(user)
    return seesAll(power) ? power : { scopes: new Set(), owner: power.owner }
  }

  /** What scopes allow to who sees the records of everybody, such as an OAuth client. Texts that are no scope here allow nothing. */
  powerOfScopes(scopes: readonly string[]): Power {
    return { scopes: new Set(scopes.filter((scope) => this.isScope(scope))), owner: null }
  }

  /** Whether a role can do all that another one can, for the same user. */
  covers(role: string, other: string): boolean {
    return this.#covered.has(`${role} ${other}`)
  }

  /** What is left to the key of a user who is deleted: to be told so. */
  get least(): R {
    return this.roles.at(-1)!
  }

  /** Returns whether a role is the least one. */
  isLeast(role: string): boolean {
    return role === this.least
  }

  /** Whether a role of users may do everything to every record. Somebody with such a role must remain. */
  isAdministrator(role: string): boolean {
    return this.administrators.includes(role as R)
  }

  /** Whether somebody may do everything to every record: an administrator with all its scopes, or a service with all of them. */
  mayDoEverything(power: Power): boolean {
    return holds(power, this.powerOf({ role: SERVICE, user_id: null }))
  }

  /** The roles of users that may do everything to every record. */
  get administrators(): readonly R[] {
    return this.roles.filter((role) => this.covers(role, SERVICE))
  }
}

/** Returns whether somebody sees the records of everybody. */
export const seesAll = ({ owner }: Seeing): boolean => owner === null

/** Returns whether somebody sees the records of this owner. `owner` is null for records that are nobody's own. */
export const sees = (who: Seeing, owner: string | null): boolean => seesAll(who) || who.owner === owner

/** Whether one power is at least as much as another. */
export function holds(power: Power, other: Power): boolean {
  return missing(power, other).length === 0 && sees(power, other.owner)
}

/** The scopes of another power that one lacks. */
export function missing({ scopes }: Power, other: Power): string[] {
  return [...other.scopes].filter((scope) => !scopes.has(scope))
}
