import type { ParsedOf } from '../contract/define.ts'
import { idPrefixes, isId } from '../contract/ids.ts'
import { Problem } from '../contract/problem.ts'
import { lockById } from '../data/lock.ts'
import { present } from '../data/tombstone.ts'
import { deny } from '../identity/deny.ts'
import { Conditions } from '../lists/conditions.ts'
import { listPage } from '../lists/list.ts'
import { type Action, on } from '../procedure.ts'
import { implement } from '../resource.ts'
import {
  type ClientChange,
  clientRecord,
  newClient,
  newClientSecret,
  type NewClient,
  OAuthClient,
  OAuthClientEntity,
  usesSecret,
} from './oauth-client.entity.ts'
import { oauthClient, oauthClients as contract, type OAuthClientRecord } from './oauth-clients.contract.ts'
import { requireGrantableScopes, requireSound } from './rules.ts'

const { list, create, get, update, delete: remove, rotateSecret } = contract.operations

const listing = {
  operation: list.name,
  table: 'oauth_clients',
  columns: Object.keys(oauthClient.shape),
  key: 'client_id',
  where: new Conditions('"deleted_at" is null'),
}

export const oauthClients = implement(contract, {
  entities: [OAuthClientEntity],
  procedures: {
    list: on(list, { run: (action) => listPage(action, listing, clientRecord) }),

    create: on(create, { run: register }),

    get: on(get, {
      load: readClient,
      run: (_action, target) => target,
    }),

    update: on(update, {
      load: lockClient,
      run: ({ principal, input, now }, target) => {
        const client = changed(target.record(), input)
        requireGrantableScopes(principal, client)
        requireSound(client)
        target.change(client, now)
        return target.record()
      },
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
      run({ principal, now }, target) {
        requireGrantableScopes(principal, target)
        if (!usesSecret(target)) throw new Problem('conflict', 'This client proves itself without a secret.')
        const client_secret = target.rotateSecret(now)
        return { ...target.record(), client_secret }
      },
    }),
  },
})

function register({ principal, input, transaction, time }: Action<ParsedOf<typeof create>>) {
  const client = { ...input, token_endpoint_auth_method: input.token_endpoint_auth_method ?? usualMethod(input) }
  requireGrantableScopes(principal, client)
  requireSound(client)
  const client_secret = usesSecret(client) ? newClientSecret() : undefined
  const row = newClient(client, client_secret, time)
  transaction.insert(OAuthClientEntity, row)
  return { ...clientRecord(row), client_secret }
}

const usualMethod = ({ type }: Pick<NewClient, 'type'>) => (type === 'public' ? 'none' : 'client_secret_basic')

/** A client with the members that were sent; the path names the client again. */
function changed(client: OAuthClientRecord, { client_id: _path, ...change }: ClientChange & { client_id: string }) {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...client, ...(Object.fromEntries(given) as Partial<NewClient>) }
}

type ClientAction = Action<{ client_id: string }>

const byId = { name: 'oauth client record', text: 'select * from oauth_clients where client_id = $1' }

async function readClient({ database, input, time }: ClientAction): Promise<OAuthClientRecord> {
  const { client_id: id } = input
  const [row] = isId(idPrefixes.oauthClient, id) ? await database.query<OAuthClient>(byId, [id]) : []
  return clientRecord(present(row, 'OAuth client', time))
}

async function lockClient({ transaction, input, time }: ClientAction): Promise<OAuthClient> {
  const { client_id: id } = input
  const row = isId(idPrefixes.oauthClient, id) ? await lockById(transaction, OAuthClient, id) : null
  return present(row, 'OAuth client', time)
}
