import { randomBytes } from 'node:crypto'
import { access, resources, naming } from '@roster/api'
import { on } from '@roster/core'
import { type Principal, Problem } from '@roster/core/contract'
import { createSigner, openDatabase, router, servicesOf } from '@roster/core/server'
import { accessTokens, apiKeyInHeader, buildServer, certificateReader, localKeys, memoryLimiter } from '@roster/gateway'
import { pino } from 'pino'
import { people } from '../../harness/people.ts'
import { API_KEY } from '../../harness/request.ts'
import { CACHE_SIZE, ISSUER, publicKey } from '../../harness/tokens.ts'
import { AMPLE } from '../quotas.ts'
import { serve } from '../serve.ts'

const stored = new Map(people.map((person) => [person.id, person]))

const principal: Principal = {
  type: 'api_key',
  id: 'key_00000000000000000000000001',
  name: 'Benchmark',
  user_id: null,
  role: 'admin',
  scopes: new Set(access.scopeNames),
  owner: null,
  credential: null,
}
const keys = new Map([[API_KEY, principal]])

const { contract } = resources.users
const get = on(contract.operations['get']!, {
  run({ input }) {
    const found = stored.get(input.user_id)
    if (!found) throw new Problem('not-found')
    return found
  },
})

const keySet = { keys: [publicKey()] }

const byKey = apiKeyInHeader(async (key) => keys.get(key))

const app = await buildServer({
  router: router({ users: { get } }),
  resources: [contract],
  mechanisms: [
    ...accessTokens({
      access,
      issuer: ISSUER,
      audience: ISSUER,
      keys: localKeys(async () => keySet),
      isDenied: () => false,
      certificateOf: certificateReader(),
      spendProof: async () => true,
      baseUrl: ISSUER,
      now: Date.now,
      cacheSize: CACHE_SIZE,
    }),
    byKey,
  ],
  agents: { mechanisms: [byKey], signer: createSigner([randomBytes(32)], 'agent-question') },
  services: servicesOf(await openDatabase({ directory: undefined }, { name: 'roster', entities: [] }), {
    access,
    naming,
  }),
  baseUrl: 'http://127.0.0.1',
  limiter: memoryLimiter(AMPLE),
  logger: pino({ level: 'warn' }),
})
await serve(app)
