import { readFile } from 'node:fs/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchWithin } from './support/client.ts'
import { BASE_URL, type Service, startService } from './support/service.ts'

let service: Service
let secret: string
beforeAll(async () => {
  service = await startService({ mcp: true })
  const settings = { name: 'Agent', role: 'admin', scopes: ['read:users', 'read:orders'] } as const
  secret = (await service.admin.sdk.apiKeys.create({ ...settings, scopes: [...settings.scopes] })).secret
})
afterAll(() => service.stop())

/** How a client is told of a server. */
interface Server {
  url: string
  headers: Record<string, string>
}

/** The one server in a file of JSON. */
function inJson(text: string, group: string, address = 'url'): Server {
  const [[name, server]] = Object.entries(JSON.parse(text)[group]) as [[string, any]]
  return { url: named(name, server[address]), headers: server.headers }
}

const named = (name: string, url: string) => (name === 'roster' ? url : `of ${name}`)

/** The server in a command line of Claude Code. */
function inCommand(text: string): Server {
  const [, name = '', url = '', header = '', value = ''] =
    /^claude mcp add --transport http (\w+) (\S+) --header "([\w-]+): (.+)"\n$/.exec(text)!
  return { url: named(name, url), headers: { [header]: value } }
}

/** The server in the configuration of Codex: a table with a text and an inline table (TOML 1.0). */
function inToml(text: string): Server {
  const [, url = '', header = '', variable = ''] =
    /^\[mcp_servers\.roster\]\nurl = "([^"\\]+)"\nenv_http_headers = \{ "([\w-]+)" = "(\w+)" \}\n$/.exec(text)!
  return { url, headers: { [header]: variable === 'ROSTER_API_KEY' ? 'rk_…' : variable } }
}

const inVsCode = (text: string): Server => {
  const { url, headers } = inJson(text, 'servers')
  const { inputs } = JSON.parse(text)
  expect(inputs).toEqual([{ type: 'promptString', id: 'roster-key', description: expect.any(String), password: true }])
  return { url, headers: JSON.parse(JSON.stringify(headers).replace('${input:roster-key}', 'rk_…')) }
}

/** The block of code that comes first after some words of a page. */
async function blockAfter(words: string, language: string, page = 'docs/agents.md'): Promise<string> {
  const text = await readFile(new URL(`../${page}`, import.meta.url), 'utf8')
  const [, block = ''] = text.slice(text.indexOf(words)).split(`\`\`\`${language}\n`)
  return block.split('```')[0]!
}

test.each<[client: string, words: string, language: string, read: (text: string) => Server]>([
  ['Claude Code by a command', '\nClaude Code', 'sh', inCommand],
  ['Claude Code by a file', '\nClaude Code', 'json', (text) => inJson(text, 'mcpServers')],
  ['Cursor', '\nCursor', 'json', (text) => inJson(text, 'mcpServers')],
  ['VS Code', '\nVS Code', 'json', inVsCode],
  ['Codex', '\nCodex', 'toml', inToml],
  ['Gemini CLI', '\nGemini CLI', 'json', (text) => inJson(text, 'mcpServers', 'httpUrl')],
])('%s reaches the tools by what the page says', async (_client, words, language, read) => {
  const server = read(await blockAfter(words, language))
  expect(server).toEqual({ url: 'https://api.example.com/mcp', headers: { 'X-API-Key': 'rk_…' } })
  expect(await toolsAt(server)).toContain('find_users')
})

test('the line of the README reaches the tools', async () => {
  const server = inCommand(await blockAfter('## For agents', 'sh', 'README.md'))
  expect(server.url).toBe('http://localhost:3000/mcp')
  expect(await toolsAt(server)).toContain('find_users')
})

test('the page has every tool in its table', async () => {
  const page = await readFile(new URL('../docs/agents.md', import.meta.url), 'utf8')
  const [, table = ''] = /\n## Tools\n\n((?:\|.*\n)+)/.exec(page)!
  const shown = table.split('\n').flatMap((line) => line.split('|')[1]?.match(/(?<=`)\w+(?=`)/g) ?? [])
  const tools = await toolsAt({ url: `${BASE_URL}/mcp`, headers: { 'X-API-Key': 'rk_…' } })
  expect(shown.toSorted()).toEqual(tools.toSorted())
})

/** Connects as configured, with the key of an agent, and lists the tools. */
async function toolsAt({ url, headers }: Server): Promise<string[]> {
  const within = fetchWithin(service.app, JSON.parse(JSON.stringify(headers).replace('rk_…', secret)))
  const client = new Client({ name: 'configured', version: '1.0.0' })
  const address = new URL(new URL(url).pathname, BASE_URL)
  const fetch = (target: string | URL, init: RequestInit = {}) => within(String(target), init)
  await client.connect(new StreamableHTTPClientTransport(address, { fetch }))
  const { tools } = await client.listTools()
  await client.close()
  return tools.map(({ name }) => name)
}
