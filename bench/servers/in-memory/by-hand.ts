import { people } from '../../harness/people.ts'
import { API_KEY } from '../../harness/request.ts'
import { appByHand, type Caller, Failure, getSchema, requires, tagAnswers } from '../by-hand.ts'
import { serve } from '../serve.ts'

const stored = new Map(people.map((person) => [person.id, person]))
const keys = new Map<string, Caller>([
  [API_KEY, { id: 'key_1', role: 'admin', scopes: new Set(['read:users', 'write:users']) }],
])

const app = appByHand()
tagAnswers(app)

app.get<{ Params: { user_id: string } }>(
  '/v1/users/:user_id',
  { schema: getSchema, onRequest: requires('read:users', (key) => keys.get(key)) },
  async (request, reply) => {
    const found = stored.get(request.params.user_id)
    if (!found) throw new Failure(404, 'No such user')
    reply.header('last-modified', new Date(found.updated_at).toUTCString())
    return found
  },
)

await serve(app)
