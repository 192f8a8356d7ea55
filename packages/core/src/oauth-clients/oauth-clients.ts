import { makerOf } from '../contract/actor.ts'
import type { ParsedOf } from '../contract/operation.ts'
import type { Foundation } from '../contract/foundation.ts'
import { idPrefixes, isId } from '../contract/ids.ts'
import { Problem } from '../contract/problem.ts'
import { lockById } from '../data/lock.ts'
import { present } from '../data/tombstone.ts'
import { holds, missing } from '../contract/access.ts'
import { deny } from '../identity/deny.ts'
import { newSecret } from '../crypto/secret.ts'
import { columnList } from '../data/column-list.ts'
import { Conditions } from '../data/conditions.ts'
import { columnsOf } from '../lists/columns.ts'
import { listPage } from '../lists/list.ts'
import { madeBy, madeFor } from '../lists/made-by.ts'
import { requireBelowLimit } from '../limits/maker-limits.ts'
import type { Action } from '../operation/action.ts'
import { on } from '../operation/procedure.ts'
import { implement, type ImplementationOf } from '../operation/resource.ts'
import {
  type ClientChange,
  clientRecord,
  newClient,
  type NewClient,
  OAuthClient,
  OAuthClientEntity,
  usesSecret,
} from './oauth-client.entity.ts'
import { type OAuthClientRecord, type OAuthClients, oauthClientsContract } from './oauth-clients.contract.ts'
import { requireSound } from './rules.ts'

const live = new Conditions('"deleted_at" is null')

/** Returns the resource of OAuth clients, in an application with this foundation. */
export function oauthClientsOf<S extends string, R extends string>(
  foundation: Foundation<S, R>,
): ImplementationOf<ReturnType<typeof oauthClientsContract<S, R>>> {
  return implementing(oauthClientsContract(foundation as unknown as Foundation)) as never
}

function implementing(contract: OAuthClients) {
  const { list, create, get, update, delete: remove, rotateSecret } = contract.operations

  const columns = columnsOf(get)

  return implement(contract, {
    entities: [OAuthClientEntity],
    procedures: {
      list: on(list, {
        run: (action) =>
          listPage(
            action,
            {
              operation: list.name,
              table: 'oauth_clients',
              columns,
              key: 'client_id',
              where: madeFor(live, action.input.created_by),
            },
            clientRecord,
          ),
      }),

      create: on(create, { run: register }),

      get: on(get, {
        load: readClient,
        run: (_action, target) => target,
      }),

      update: on(update, {
        load: lockClient,
        run: changeClient,
      }),

      delete: on(remove, {
        load: lockClient,
        async run({ transaction, time, now }, target) {
          target.delete(now)
          await deny(transaction, { client: target.client_id }, time)
        },
      }),

      rotateSecret: on(rotateSecret, {
        load: lockClient,
        run({ principal, now, naming }, target) {
          if (!usesSecret(target)) throw new Problem('conflict', 'This client proves itself without a secret.')
          const client_secret = newSecret(naming.secretPrefixes.oauthClient)
          target.rotateSecret(client_secret, now, principal.scopes)
          return { ...target.record(), client_secret }
        },
      }),
    },
  })
}

async function register(action: Action<ParsedOf<OAuthClients['operations']['create']>>) {
  const { principal, input, transaction, time, limits, access } = action
  const client = { ...input, token_endpoint_auth_method: input.token_endpoint_auth_method ?? usualMethod(input) }
  action.requirePower('This client', access.powerOfScopes(client.scopes))
  requireSound(client)
  const where = madeBy(live, principal.id)
  await requireBelowLimit(action, { limited: 'clients', limit: limits.clients, table: 'oauth_clients', where })
  const client_secret = usesSecret(client) ? newSecret(action.naming.secretPrefixes.oauthClient) : undefined
  const registration = { created_by: makerOf(principal), holder: principal.scopes, time }
  const row = newClient(client, client_secret, registration)
  transaction.insert(OAuthClientEntity, row)
  return { ...clientRecord(row), client_secret }
}

function changeClient(
  action: Action<ParsedOf<OAuthClients['operations']['update']>>,
  target: OAuthClient,
): OAuthClientRecord {
  const { principal, input, now, access } = action
  const client = changed(target.record(), input)
  action.requirePower('This client, as it would be,', access.powerOfScopes(client.scopes))
  requireSound(client)
  const gained = missing(access.powerOfScopes(target.scopes), access.powerOfScopes(client.scopes))
  target.change(client, now)
  if (input.jwks || input.tls_client_auth_subject_dn) target.proof_holder = [...principal.scopes]
  if (!holds(access.powerOfScopes(target.proof_holder ?? []), access.powerOfScopes(gained))) endProof(target)
  return target.record()
}

/**
 * Ends the secret of a client that gains a power which the holder of the secret lacks. Throws `conflict` for a client with a certificate, which must be
 * registered again with the change.
 */
function endProof(client: OAuthClient): void {
  if (usesSecret(client)) client.secret_hash = null
  else if (client.type === 'confidential') {
    const detail = 'Who registered the certificate of this client does not hold what the client gains. '
    throw new Problem('conflict', `${detail}Send jwks or tls_client_auth_subject_dn with this change.`)
  }
}

const usualMethod = ({ type }: Pick<NewClient, 'type'>) => (type === 'public' ? 'none' : 'client_secret_basic')

/** Returns the settings of a client after a change. `client_id` comes from the path and is left out. */
function changed(client: OAuthClientRecord, { client_id: _path, ...change }: ClientChange & { client_id: string }) {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...client, ...(Object.fromEntries(given) as Partial<NewClient>) }
}

type ClientAction = Action<{ client_id: string }>

const byId = {
  name: 'oauth client record',
  text: `select ${columnList(OAuthClientEntity)} from oauth_clients where client_id = $1`,
}

async function readClient({ database, input, time }: ClientAction): Promise<OAuthClientRecord> {
  const { client_id: id } = input
  const [row] = isId(idPrefixes.oauthClient, id) ? await database.query<OAuthClient>(byId, [id]) : []
  return clientRecord(present(row, 'OAuth client', time))
}

/** Locks a client for a change, and returns it. Throws `forbidden` when the caller lacks a power of the client. */
async function lockClient(action: ClientAction): Promise<OAuthClient> {
  const { transaction, input, time, access } = action
  const { client_id: id } = input
  const row = isId(idPrefixes.oauthClient, id) ? await lockById(transaction, OAuthClient, id) : null
  const client = present(row, 'OAuth client', time)
  action.requirePower('This client', access.powerOfScopes(client.scopes))
  return client
}
