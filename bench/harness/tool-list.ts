import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'gpt-tokenizer'
import { figure, thrift } from './columns.ts'
import { toolsFromOpenApi } from './openapi-tools.ts'
import type { Contender, Row } from './row.ts'
import { type RunningService, startService } from './service.ts'

const KEY = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'

/** Compares what agents read before they call: Roster's list of tools, and a list with a tool for each operation of the OpenAPI document. */
export const toolListRow: Row = {
  title: 'MCP: the list of tools',
  aim: 'at most 8,000 tokens',
  columns: [figure('tools', 'tools', 0), figure('tokens', 'tokens', 0), thrift('tokens')],
  contenders: [
    listed('Each operation a tool, converted', async ({ url }) => toolsFromOpenApi(await read(`${url}/openapi.json`))),
    listed('Roster', async ({ url }) => (await read(`${url}/mcp`, LIST)).result.tools),
  ],
  rounds: 1,
  warmUp: 0,
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

const LIST: RequestInit = {
  method: 'POST',
  headers: {
    'x-api-key': KEY,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/list',
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: META } }),
}

async function read(url: string, request?: RequestInit): Promise<any> {
  const response = await fetch(url, request)
  if (!response.ok) throw new Error(`${url} answers with status ${response.status}: ${await response.text()}`)
  return response.json()
}

function listed(name: string, toolsOf: (service: RunningService) => Promise<object[]>): Contender {
  return {
    name,
    async start() {
      const directory = await mkdtemp(join(tmpdir(), 'roster-tools-'))
      const settings = { ROSTER_DATA_DIR: directory, ROSTER_ADMIN_API_KEY: KEY, ROSTER_MCP: 'on' }
      const service = await startService({ ...settings, DATABASE_URL: undefined })
      const tools = await toolsOf(service)
      return {
        turn: async () => ({ tools: tools.length, tokens: encode(JSON.stringify(tools)).length }),
        async stop() {
          await service.stop()
          await rm(directory, { recursive: true, force: true })
        },
      }
    },
  }
}
