import { execFile } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { Roster } from '@roster/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openTab, originOf } from '../support/browser.ts'
import { buildClient, type BuiltClient } from '../support/built-client.ts'
import { bundleOf } from '../support/bundle.ts'
import { EXAMPLE_SECRET, fillWithExamples } from '../support/examples.ts'
import { givePassword, PASSWORD } from '../support/passwords.ts'
import { Clock, type Service, startService } from '../support/service.ts'
import type { TrialResult } from './trial.ts'

const run = promisify(execFile)

/** What the client does everywhere. */
const OUTCOME: TrialResult = {
  calls: { version: 1, unchanged: null, name: 'Zoë 😀', listed: 1, requestId: 'req_' },
  failures: {
    missing: 'not-found',
    aborted: 'AbortError',
    late: 'TimeoutError',
    unreachable: 'ConnectionError',
  },
  stream: 'Ada',
  socket: 'user.created',
  webhooks: { ofText: 'user.deleted', ofBytes: 'user.deleted', forged: 'wrong-signature' },
  mock: { listed: 25, heard: 'user.created', delivered: 'order.created', dropped: 'ConnectionError' },
}

const NO_SOCKET = 'This runtime has no WebSocket. Pass the one of the package ws: connect(roster, { WebSocket }).'

/** Runtimes that are tried where they are installed, and how each runs a program that may use the network. */
const RUNTIMES = { node: [], bun: [], deno: ['run', '--allow-net'] }

let service: Service
let baseUrl: string
let origin: string | undefined
let built: BuiltClient
beforeAll(async () => {
  service = await startService({
    clock: Clock.atPresent(),
    allowsOrigin: (asking) => asking === origin || asking === baseUrl,
  })
  await fillWithExamples(service.database, service.clock.now())
  await service.startEventLog()
  baseUrl = await service.app.listen({ host: '127.0.0.1', port: 0 })
  built = await buildClient()
  await cp(new URL('trial.ts', import.meta.url), join(built.project, 'trial.ts'))
})
afterAll(async () => {
  await built?.remove()
  await service?.stop()
})

test.each(await installed())('%s %s runs what is installed', async (command, version, path) => {
  const source = await readFile(join(built.project, 'trial.ts'), 'utf8')
  await writeFile(join(built.project, 'trial.js'), stripTypeScriptTypes(source))
  await writeFile(
    join(built.project, 'main.js'),
    `import { trial } from './trial.js'; console.log(JSON.stringify(await ${call()}))`,
  )
  const { stdout } = await run(path, [...RUNTIMES[command], 'main.js'], { cwd: built.project })
  const hasSocket = command !== 'node' || Number.parseInt(version, 10) >= 22
  expect(JSON.parse(stdout)).toEqual({ ...OUTCOME, ...(!hasSocket && { socket: NO_SOCKET }) })
})

const call = () => `trial(${JSON.stringify(baseUrl)}, ${JSON.stringify(EXAMPLE_SECRET)})`

type Installed = [command: keyof typeof RUNTIMES, version: string, path: string]

/** Each version of each runtime that is on the path: among them the Node.js of these tests, and that of the machine. */
async function installed(): Promise<Installed[]> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const commands = Object.keys(RUNTIMES) as (keyof typeof RUNTIMES)[]
  const places = commands.flatMap((command) => folders.map((folder) => [command, join(folder, command)] as const))
  const found = places.map(async ([command, path]): Promise<Installed> => [command, await versionOf(path), path])
  const present = (await Promise.all(found)).filter(([, version]) => version !== '')
  return [...new Map(present.map((each) => [each.slice(0, 2).join(), each])).values()]
}

/** Empty for what cannot be run, or is older than the client's oldest Node.js. */
async function versionOf(path: string): Promise<string> {
  const said = await run(path, ['--version']).catch(() => ({ stdout: '' }))
  const version = /\d+\.\d+\.\d+/.exec(said.stdout)?.[0] ?? ''
  return path.endsWith('node') && Number.parseInt(version, 10) < 20 ? '' : version
}

/** What runtimes for servers and workers have in common (the Minimum Common Web API of Ecma TC55), as far as the client needs any of it. */
const WEB = [
  'AbortController AbortSignal Blob DOMException Event EventTarget FormData Headers MessageEvent ReadableStream Request Response',
  'TextDecoder TextEncoder TransformStream URL URLSearchParams WebSocket WritableStream atob btoa clearInterval clearTimeout',
  'console crypto fetch performance queueMicrotask setInterval setTimeout structuredClone',
]
  .join(' ')
  .split(' ')

test('A runtime with nothing but web standards runs it', async () => {
  const text = await bundleOf(built.project, `import { trial } from './trial.ts'; globalThis.trial = trial`)
  const context = createContext(Object.fromEntries(WEB.map((name) => [name, Reflect.get(globalThis, name)])))
  runInContext(`'use strict'; (() => { ${text} })()`, context)
  expect(runInContext('typeof process + typeof Buffer + typeof setImmediate', context)).not.toMatch(/object|function/)
  expect(await context['trial'](baseUrl, EXAMPLE_SECRET)).toEqual(OUTCOME)
})

describeInBrowser('the client', () => {
  let site: Server
  beforeAll(async () => {
    await cp(new URL('mocked-page.ts', import.meta.url), join(built.project, 'mocked-page.ts'))
    const scripts = new Map([
      ['/trial.js', await bundleOf(built.project, `export { trial } from './trial.ts'`)],
      ['/mocked-page.js', await bundleOf(built.project, `export { mockedPage } from './mocked-page.ts'`)],
      ['/mockServiceWorker.js', await readFile(fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js')), 'utf8')],
    ])
    site = createServer(({ url = '' }, response) => {
      const script = scripts.get(url)
      response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
      response.end(script ?? '<!doctype html><title>Page</title><link rel="icon" href="data:,">')
    })
    origin = await originOf(site)
  })
  afterAll(() => site?.close())

  test('runs in a page of another origin', async () => {
    await using tab = await openTab()
    await tab.page.goto(origin!)
    expect(await tab.page.evaluate(`import('/trial.js').then(({ trial }) => ${call()})`)).toEqual(OUTCOME)
  })

  test('runs in a page whose requests Mock Service Worker answers', async () => {
    await using tab = await openTab()
    await tab.page.goto(origin!)
    expect(await tab.page.evaluate(`import('/mocked-page.js').then(({ mockedPage }) => mockedPage())`)).toEqual({
      name: 'Grace Hopper',
      missing: 'NotFoundError',
      broken: 'ConnectionError',
      heard: ['user.created', 'user.updated', 'user.suspended'],
      push: 'user.created',
    })
  })

  test('runs in a page of the service where somebody is signed in', async () => {
    const email = 'grace.hopper@example.com'
    const { users } = new Roster({ baseUrl, apiKey: EXAMPLE_SECRET })
    const { id } = await users.create({ name: 'Grace Hopper', email, role: 'viewer' })
    await givePassword(service.database, [id])
    await using tab = await openTab()
    await tab.page.setBypassCSP(true)
    await tab.page.goto(`${baseUrl}/errors`)
    expect(await tab.page.evaluate(signIn, { email, password: PASSWORD })).toBe(201)
    await tab.page.evaluate(
      await bundleOf(built.project, `import { trial } from './trial.ts'; globalThis.trial = trial`),
    )
    expect(await tab.page.evaluate(call())).toEqual(OUTCOME)
    const status = `fetch('/v1/session').then(({ status }) => status)`
    expect(await tab.page.evaluate(status)).toBe(200)
  })
})

/** Runs in a page. Returns the status of the answer. */
const signIn = async (body: { email: string; password: string }): Promise<number> => {
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch('/v1/session', { method: 'POST', headers, body: JSON.stringify(body) })
  return status
}
