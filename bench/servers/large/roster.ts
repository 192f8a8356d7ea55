import { Access, namingOf, type Resource } from '@roster/core/contract'
import type { Database } from '@roster/core'
import { servicesOf } from '@roster/core/server'
import { apiKeyInHeader, buildServer, memoryLimiter } from '@roster/gateway'
import { pino } from 'pino'
import { API_KEY } from '../../harness/request.ts'
import { AMPLE } from '../quotas.ts'
import { serve } from '../serve.ts'

const { app: router, resources } = await import(`${process.env['APPLICATION']}/app.ts`)

const access = new Access({
  scopes: { read: 'Read things', write: 'Change things' },
  roles: { admin: { scopes: 'every', records: 'all' } },
  scopeFor: { keys: 'write', clients: 'write', webhooks: 'write', events: 'read', metrics: 'read' },
})

/** A database that stores nothing. The operations of the other libraries store nothing either. */
const database = { transaction: () => ({ commit() {}, rollback() {} }) } as unknown as Database

const contracts = Object.values<{ contract: Resource }>(resources).map(({ contract }) => contract)
const app = await buildServer({
  router,
  resources: contracts,
  mechanisms: [
    apiKeyInHeader(async (key) =>
      key === API_KEY
        ? {
            type: 'api_key',
            id: 'key_00000000000000000000000001',
            name: 'Benchmark',
            user_id: null,
            role: 'admin',
            scopes: new Set(access.scopeNames),
            owner: null,
            credential: null,
          }
        : undefined,
    ),
  ],
  services: servicesOf(database, { access, naming: namingOf('Large') }),
  baseUrl: 'http://127.0.0.1',
  limiter: memoryLimiter(AMPLE),
  logger: pino({ level: 'warn' }),
})
await serve(app)
