import type { AnyTRPCRouter } from '@trpc/server'
import type { z } from 'zod'
import { apiKeysOf } from './api-keys/api-keys.ts'
import { errorKindsOf } from './contract/error-kinds-of.ts'
import type { Foundation } from './contract/foundation.ts'
import { coreEntities } from './core-entities.ts'
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

/** What an application is made of: what it is called, who may do what in it, and what it offers beside what comes with the core. */
export interface ApplicationSpec<
  S extends string,
  R extends string,
  Account extends z.ZodObject,
  Own extends Resources,
  Exports extends Implementation<any> & { exported: ExportedKinds },
> extends Foundation<S, R, Account> {
  /** Name, as people know it, such as `Library`. */
  readonly name: string
  /** What the API reference says of the application as a whole. */
  readonly about: { readonly title: string; readonly description: string }
  /** Finds the record of an account as its schema shows it; undefined where there is none, or it is deleted. */
  readonly findAccount: FindAccount
  /** The resources of the application itself, by the names of their routers. */
  readonly resources: Own
  /** Files of many records, made in the background. */
  readonly exports: Exports
  /** What makes its tables, in this order: `coreLedger` first, where its own migrations do not make those of the core. */
  readonly ledgers: readonly Ledger[]
  /** Adds records to try the application with, the same ones every time. */
  readonly addDemo?: (database: Database) => Promise<void>
}

/** What comes with the core for people and programs that call. */
function callersOf<S extends string, R extends string, Account extends z.ZodObject>(
  foundation: Foundation<S, R, Account>,
  findAccount: FindAccount,
) {
  return {
    session: sessionOf(foundation, findAccount),
    sessions: sessionsOf(foundation),
    realtime: realtimeOf(foundation),
    me: meOf(foundation, findAccount),
  }
}

/** Tables that no resource keeps: what ends tokens, the proofs that were used, and what the authorization server keeps. */
const IDENTITY = [AccountCredentialsEntity, DenialEntity, OAuthArtifactEntity, SigningKeyEntity, SpentProofEntity]

/** An application: its own resources and those that come with the core, joined to what serves and stores them. */
export function defineApplication<
  S extends string,
  R extends string,
  Account extends z.ZodObject,
  Own extends Resources,
  Exports extends Implementation<any> & { exported: ExportedKinds },
>(spec: ApplicationSpec<S, R, Account, Own, Exports>) {
  const { name, about, access, basePath, account, findAccount, ledgers, addDemo } = spec
  const foundation = { access, basePath, account }
  const recorded = {
    ...spec.resources,
    apiKeys: apiKeysOf(foundation),
    oauthClients: oauthClientsOf(foundation),
    exports: spec.exports,
    ...callersOf(foundation, findAccount),
  }
  const contracts = Object.values<Implementation<unknown>>(recorded).map(({ contract }) => contract)
  const webhookEndpoints = webhooksOf(foundation, contracts)
  const emitting = [...contracts, webhookEndpoints.contract]
  const resources = {
    ...recorded,
    webhookEndpoints,
    events: eventLogOf(foundation, emitting),
  }
  const all: readonly Implementation<unknown>[] = Object.values(resources)
  const entities: AnyEntity[] = [...coreEntities, ...IDENTITY, ...all.flatMap((resource) => resource.entities)]
  return {
    name,
    about,
    access,
    account,
    basePath,
    resources,
    /** What exports are of. */
    exported: spec.exports.exported,
    router: router(proceduresOf(resources)),
    /** Who may see which events. */
    eventAccess: new EventAccess(eventScopesOf(emitting), eventChannelsOf(emitting)),
    /** Every kind of error that it answers with, by status. */
    errors: errorKindsOf(all.map(({ contract }) => contract)),
    ledgers,
    /** Every table there is. */
    entities,
    ...(addDemo && { addDemo }),
  }
}

/** An application as its parts are put together, whatever its scopes, roles and resources are. */
export type Application = Omit<
  ReturnType<
    typeof defineApplication<string, string, z.ZodObject, Resources, Implementation<any> & { exported: ExportedKinds }>
  >,
  'resources' | 'router' | 'addDemo'
> & { resources: Resources; router: AnyTRPCRouter; addDemo?: (database: Database) => Promise<void> }
