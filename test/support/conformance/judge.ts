import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../live.ts'
import { launched } from '../process.ts'

const JUDGE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'

/** The outcome of each check of a judge, by `scenario/check`. */
export type Findings = Readonly<Record<string, string>>

interface Check {
  id: string
  status: string
}

/** Runs the protocol's judge on a server, with the requirements of a revision. */
export async function judge(url: string, revision: string): Promise<Findings> {
  return findings(async (folder) => {
    const options = ['--url', url, '--requirements', revision, '-o', folder]
    await run([process.execPath, 'scripts/run.cjs', JUDGE, 'server', ...options])
  })
}

/** A registered client that the judge uses, and the function that signs a user in at the page that the judge names. */
export interface JudgedClient {
  clientId: string
  /** Port of the judge's redirect URI, `/callback` on 127.0.0.1. */
  port: number
  resource: string
  readonly signIn: (page: string) => Promise<void>
}

/** Runs the protocol's judge on an authorization server: the judge checks the metadata and gets a token. */
export async function judgeAuthorization(url: string, client: JudgedClient): Promise<Findings> {
  const { clientId, port, resource, signIn } = client
  return findings(async (folder) => {
    const options = ['--client-id', clientId, '--resource', resource, '--port', String(port), '-o', folder]
    const judging = launched(['scripts/run.cjs', JUDGE, 'authorization', '--url', url, ...options], {
      cwd: process.cwd(),
      environment: {},
    })
    const [page] = await judging.written(/^http\S+\/authorize\?\S+$/m)
    await signIn(page)
    await judging.exited()
  })
}

/** Returns the findings that a judge writes into a folder. */
async function findings(judging: (folder: string) => Promise<void>): Promise<Findings> {
  const folder = await mkdtemp(join(tmpdir(), 'judge-'))
  try {
    await judging(folder)
    const scenarios = await readdir(folder)
    const found = await Promise.all(scenarios.map((scenario) => checksOf(folder, scenario)))
    return Object.fromEntries(found.flat().toSorted(([one], [other]) => one.localeCompare(other)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const WORST = ['FAILURE', 'WARNING', 'SKIPPED', 'INFO', 'SUCCESS']

/** Returns the outcome of each check of a scenario. Of several checks with one name, the worst outcome counts. */
async function checksOf(folder: string, scenario: string): Promise<[string, string][]> {
  const name = scenario.replace(/^(authorization-)?server-/, '').replace(/-\d{4}-\d{2}-\d{2}T.*$/, '')
  const checks = JSON.parse(await readFile(join(folder, scenario, 'checks.json'), 'utf8')) as Check[]
  const byCheck = Map.groupBy(checks, ({ id }) => `${name}/${id}`)
  const worst = (some: Check[]) => WORST.find((status) => some.some((check) => check.status === status))!
  return [...byCheck].map(([check, some]) => [check, worst(some)])
}

/** Starts a proxy that adds a credential to each request, for a judge that sends none. */
export async function front(url: string, credential: Record<string, string>) {
  const { port } = new URL(url)
  const server = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming
    const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...credential } }
    const onward = request(options, (response) => {
      answer.writeHead(response.statusCode!, response.headers)
      response.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, stop }
}
