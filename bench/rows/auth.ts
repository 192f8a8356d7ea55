import { people } from '../harness/people.ts'
import { getWithToken, inTurn } from '../harness/request.ts'
import { requestRow, type RequestContender } from '../harness/requests.ts'
import type { Group, Row } from '../harness/row.ts'
import { CACHE_SIZE, makeTokens } from '../harness/tokens.ts'

/** Returns requests that each read one user, with this number of tokens in turn. */
async function withTokens(count: number): Promise<() => string> {
  const tokens = await makeTokens(count)
  return inTurn(tokens.map((token, index) => getWithToken(`/v1/users/${people[index]!.id}`, token)))
}

/** With few tokens, each is in the cache; with more tokens than the cache holds, each is verified again. */
const known = () => withTokens(CACHE_SIZE / 2)
const unknown = () => withTokens(CACHE_SIZE * 4)

export const auth: Group = {
  name: 'auth',
  needsPostgres: false,
  rows: [
    row('Access token, seen before, GET one user in memory', 2, known),
    row('Access token, not seen before, GET one user in memory', 0.9, unknown),
  ],
}

function row(title: string, aim: number, requests: RequestContender['requests']): Row {
  return requestRow({
    title,
    aim,
    connections: 64,
    contenders: [
      { name: 'Fastify and jose by hand', server: 'in-memory/by-hand', requests },
      { name: 'Roster', server: 'in-memory/roster', requests },
    ],
  })
}
