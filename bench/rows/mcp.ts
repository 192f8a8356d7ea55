import { people } from '../harness/people.ts'
import { callTool, get, inTurn } from '../harness/request.ts'
import { requestRow } from '../harness/requests.ts'
import type { Group } from '../harness/row.ts'
import { toolListRow } from '../harness/tool-list.ts'

const tool = (revision: '2026-07-28' | '2025-11-25') => () =>
  inTurn(people.map(({ id }) => callTool('get_user', { user_id: id }, revision)))

const row = (title: string, revision: '2026-07-28' | '2025-11-25', aim: number) =>
  requestRow({
    title,
    aim,
    connections: 64,
    contenders: [
      { name: 'The official server on Fastify', server: 'in-memory/mcp-official', requests: tool(revision) },
      { name: 'Roster', server: 'in-memory/roster', requests: tool(revision) },
      {
        name: 'Roster over REST',
        server: 'in-memory/roster',
        requests: () => inTurn(people.map(({ id }) => get(`/v1/users/${id}`))),
      },
    ],
  })

/** Tool calls of agents, compared with the official server and with the same operation over REST. */
export const mcp: Group = {
  name: 'mcp',
  needsPostgres: false,
  rows: [
    row('MCP: a tool that reads one user, in memory', '2026-07-28', 3),
    row('MCP: the same in the revision 2025-11-25', '2025-11-25', 1),
    toolListRow,
  ],
}
