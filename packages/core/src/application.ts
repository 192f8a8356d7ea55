import type { AnyTRPCRouter } from '@trpc/server'
import type { z } from 'zod'
import { apiKeysOf } from './api-keys/api-keys.ts'
import { errorKindsOf } from './contract/error-kinds-of.ts'
import type { AccountMembers, Foundation } from './contract/foundation.ts'
import { namingOf } from './contract/naming.ts'
import { coreEntities } from './core-entities.ts'
import type { Resource } from './contract/resource.ts'
import { requireParts } from './definition/require-parts.ts'
import { requireSound } from './definition/require-sound.ts'
import { AccountCredentialsEntity } from './identity/account-credentials.entity.ts'
import type { Database } from './data/database.ts'
import type { Ledger } from './data/migrate.ts'
import type { AnyEntity } from './data/driver.ts'
import { EventAccess } from './events/event-access.ts'
import { eventChannelsOf, eventScopesOf } from './events/event-scopes.ts'
import { eventLogOf } from './events/events.ts'
import { DenialEntity } from './identity/denial.entity.ts'
import { SpentProofEntity } from './identity/spent-proof.entity.ts'
import type { ExportedKinds } from './exports/exported.ts'
import { type FindAccount, meOf } from './me/me.ts'
import { OAuthArtifactEntity } from './oauth/artifact.entity.ts'
import { SigningKeyEntity } from './oauth/signing-key.entity.ts'
import { oauthClientsOf } from './oauth-clients/oauth-clients.ts'
import { type Implementation, proceduresOf } from './operation/resource.ts'
import { router } from './operation/trpc.ts'
import { realtimeOf } from './realtime/realtime.ts'
import { sessionOf } from './session/session.ts'
import { sessionsOf } from './session/sessions.ts'
import { webhooksOf } from './webhooks/webhooks.ts'

type Resources = Record<string, Implementation<any>>

/** Definition of an application: its name, its access rules, its accounts, and the resources that it adds to those of the core. */
export interface ApplicationSpec<
  S extends string,
  R extends string,
  Account extends z.ZodObject,
  Own extends Resources,
  Exports extends Implementation<any> & { exported: ExportedKinds },
> extends Omit<Foundation<S, R, Account>, 'naming'> {
  /** Name shown to people, such as `Library`. The names of settings, cookies, realms and channels follow from it. */
  readonly name: string
  /** Prefix of the application's secrets: `lib` makes API keys `libk_…`. Default: the initials of the name. */
  readonly keyPrefix?: string
  /** Title and description of the application in the API reference. */
  readonly about: { readonly title: string; readonly description: string }
  /** Members of the account's record whose names differ from those in the view `accounts`, for mocks of the application. Default: all names are equal. */
  readonly accountMembers?: AccountMembers
  /** Returns the record of an account as its schema describes it, or undefined when the account does not exist or is deleted. */
  readonly findAccount: FindAccount
  /** The application's own resources, by the names of their routers. */
  readonly resources: Own & NotOfCore
  /** The resource of exports: files of many records, made in the background. */
  readonly exports: Exports
  /** Migrations that create the tables, in this order: `coreLedger` first, unless the application's own migrations create the tables of the core. */
  readonly ledgers: readonly Ledger[]
  /** Adds demo records, the same ones every time. */
  readonly addDemo?: (database: Database) => Promise<void>
}

/** Returns the resources that come with the core. */
function coreResourcesOf<
  S extends string,
  R extends string,
  Account extends z.ZodObject,
  Exports extends Implementation<any> & { exported: ExportedKinds },
>(foundation: Foundation<S, R, Account>, { resources, exports, findAccount }: CoreOptions<Exports>) {
  const recorded = {
    apiKeys: apiKeysOf(foundation),
    oauthClients: oauthClientsOf(foundation),
    exports,
    session: sessionOf(foundation, findAccount),
    sessions: sessionsOf(foundation),
    realtime: realtimeOf(foundation),
    me: meOf(foundation, findAccount),
  }
  const contracts = [...contractsOf(resources), ...contractsOf(recorded)]
  const webhookEndpoints = webhooksOf(foundation, contracts)
  return {
    ...recorded,
    webhookEndpoints,
    events: eventLogOf(foundation, [...contracts, webhookEndpoints.contract]),
  }
}

interface CoreOptions<Exports> {
  resources: Resources
  exports: Exports
  findAccount: FindAccount
}

/** No resource of an application has the name of one that comes with the core. */
type NotOfCore = { readonly [Name in keyof ReturnType<typeof coreResourcesOf>]?: never }

const contractsOf = (resources: Resources): Resource[] => Object.values(resources).map(({ contract }) => contract)

/** Tables of no single resource: `coreEntities`, versions of account credentials, denials of tokens, used proofs, and what the authorization server stores. */
const COMMON: readonly AnyEntity[] = [
  ...coreEntities,
  AccountCredentialsEntity,
  DenialEntity,
  OAuthArtifactEntity,
  SigningKeyEntity,
  SpentProofEntity,
]

/**
 * Joins the resources of an application with those that come with the core, and returns everything that serves and stores them: `run` and
 * `startService` take it.
 */
export function defineApplication<
  S extends string,
  R extends string,
  Account extends z.ZodObject,
  Own extends Resources,
  Exports extends Implementation<any> & { exported: ExportedKinds },
>(spec: ApplicationSpec<S, R, Account, Own, Exports>) {
  requireParts(spec)
  const { name, about, access, basePath, account, accountMembers = {}, ledgers, addDemo } = spec
  const naming = namingOf(name, spec.keyPrefix)
  const foundation = { naming, access, basePath, account }
  const core = coreResourcesOf(foundation, spec)
  const resources = { ...spec.resources, ...core }
  const contracts = contractsOf(resources)
  const own: Resources = spec.resources
  const { exported } = spec.exports
  requireSound({ access, account, accountMembers, basePath, own, core, entities: COMMON, ledgers, exported })
  const all: readonly Implementation<unknown>[] = Object.values(resources)
  const entities: AnyEntity[] = [...COMMON, ...all.flatMap((resource) => resource.entities)]
  return {
    name,
    naming,
    about,
    access,
    account,
    accountMembers,
    basePath,
    resources,
    /** Kinds of records that exports can contain. */
    exported,
    router: router(proceduresOf(resources)),
    /** Decides which callers may see which events. */
    eventAccess: new EventAccess(eventScopesOf(contracts), eventChannelsOf(contracts)),
    /** Every kind of error that the application answers with, ordered by status. */
    errors: errorKindsOf(contracts),
    ledgers,
    /** Every table of the core and the application. */
    entities,
    ...(addDemo && { addDemo }),
  }
}

/** An application as `defineApplication` returns it, whatever its scopes, roles and resources are. */
export type Application = Omit<
  ReturnType<
    typeof defineApplication<string, string, z.ZodObject, Resources, Implementation<any> & { exported: ExportedKinds }>
  >,
  'resources' | 'router' | 'addDemo'
> & { resources: Resources; router: AnyTRPCRouter; addDemo?: (database: Database) => Promise<void> }
