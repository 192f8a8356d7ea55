import { jwtVerify, importJWK } from 'jose'
import { ISSUER, publicKey } from '../../harness/tokens.ts'
import { appByHand, type Caller, Failure, getSchema, requires, tagAnswers } from '../by-hand.ts'
import { serve } from '../serve.ts'
import { keys, stored } from './users.ts'

const key = await importJWK(publicKey(), 'RS256')

/** Verifies an access token, at every request, and returns its caller. */
async function findByToken(token: string): Promise<Caller> {
  const expected = { algorithms: ['RS256'], typ: 'at+jwt', issuer: ISSUER, audience: ISSUER, clockTolerance: 60 }
  const { payload } = await jwtVerify<{ name: string; role: string; scope: string }>(token, key, expected)
  return { id: payload.sub!, name: payload.name, role: payload.role, scopes: new Set(payload.scope.split(' ')) }
}

const app = appByHand()
tagAnswers(app)

app.get<{ Params: { user_id: string } }>(
  '/v1/users/:user_id',
  { schema: getSchema, onRequest: requires('read:users', (secret) => keys.get(secret), findByToken) },
  async (request, reply) => {
    const found = stored.get(request.params.user_id)
    if (!found) throw new Failure(404, 'No such user')
    reply.header('last-modified', new Date(found.updated_at).toUTCString())
    return found
  },
)

await serve(app)
