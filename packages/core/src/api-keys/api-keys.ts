import { makerOf } from '../contract/actor.ts'
import type { ParsedOf } from '../contract/operation.ts'
import type { Foundation } from '../contract/foundation.ts'
import { idPrefixes, isId } from '../contract/ids.ts'
import { present } from '../data/tombstone.ts'
import { lockById } from '../data/lock.ts'
import { columnList } from '../data/column-list.ts'
import { Conditions } from '../data/conditions.ts'
import { columnsOf } from '../lists/columns.ts'
import { listPage } from '../lists/list.ts'
import { madeBy, madeFor } from '../lists/made-by.ts'
import { requireBelowLimit } from '../limits/maker-limits.ts'
import type { Action } from '../operation/action.ts'
import { on } from '../operation/procedure.ts'
import { implement, type ImplementationOf } from '../operation/resource.ts'
import { ApiKey, ApiKeyEntity, apiKeyRecord, newApiKey } from './api-key.entity.ts'
import { type ApiKeyRecord, type ApiKeys, apiKeysContract } from './api-keys.contract.ts'
import { requireGrantable, requireKeyPower, requireUsable } from './grants.ts'
import { newSecret } from '../crypto/secret.ts'

const live = new Conditions('"deleted_at" is null')

/** Returns the resource of API keys, in an application with this foundation. */
export function apiKeysOf<S extends string, R extends string>(
  foundation: Foundation<S, R>,
): ImplementationOf<ReturnType<typeof apiKeysContract<S, R>>> {
  return implementing(apiKeysContract(foundation as unknown as Foundation)) as never
}

function implementing(contract: ApiKeys) {
  const { list, create, get, revoke, rotate } = contract.operations
  const columns = columnsOf(get)

  return implement(contract, {
    entities: [ApiKeyEntity],
    procedures: {
      list: on(list, {
        run: (action) =>
          listPage(
            action,
            { operation: list.name, table: 'api_keys', columns, where: madeFor(live, action.input.created_by) },
            apiKeyRecord,
          ),
      }),

      create: on(create, { run: createKey }),

      get: on(get, {
        load: findKey,
        run: (_action, target) => target,
      }),

      revoke: on(revoke, {
        load: lockKey,
        run(action, target) {
          target.revoke(action.now)
          action.emit('api_key.revoked', target.record(), null)
        },
      }),

      rotate: on(rotate, {
        load: lockKey,
        async run(action, target) {
          await requireGrantable(action, target)
          const secret = newSecret(action.naming.secretPrefixes.apiKey)
          target.rotate(secret, action.time)
          const record = target.record()
          action.emit('api_key.rotated', record, null)
          return { ...record, secret }
        },
      }),
    },
  })
}

async function createKey(action: Action<ParsedOf<ApiKeys['operations']['create']>>) {
  await requireGrantable(action, action.input)
  await requireUsable(action, action.input)
  await requireRoom(action)
  const secret = newSecret(action.naming.secretPrefixes.apiKey)
  const row = newApiKey(action.input, makerOf(action.principal), secret, action.time)
  const record = apiKeyRecord(row)
  action.transaction.insert(ApiKeyEntity, row)
  action.emit('api_key.created', record, null)
  return { ...record, secret }
}

function requireRoom(action: Action<unknown>): Promise<void> {
  const { principal, limits, now } = action
  const where = madeBy(live, principal.id).and((value) => `("expires_at" is null or "expires_at" > ${value(now)})`)
  return requireBelowLimit(action, { limited: 'keys', limit: limits.keys, table: 'api_keys', where })
}

type KeyAction = Action<{ key_id: string }>

const byId = { name: 'api key by id', text: `select ${columnList(ApiKeyEntity)} from "api_keys" where "id" = $1` }

async function findKey({ database, input, time }: KeyAction): Promise<ApiKeyRecord> {
  const [row] = isId(idPrefixes.apiKey, input.key_id) ? await database.query<ApiKey>(byId, [input.key_id]) : []
  return apiKeyRecord(present(row, 'API key', time))
}

/** Returns a key, locked for a change. Throws `forbidden` when the caller does not hold its power. */
async function lockKey(action: KeyAction): Promise<ApiKey> {
  const { transaction, input, time } = action
  const row = isId(idPrefixes.apiKey, input.key_id) ? await lockById(transaction, ApiKey, input.key_id) : null
  const key = present(row, 'API key', time)
  await requireKeyPower(action, key)
  return key
}
