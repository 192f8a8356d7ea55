import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bundleOf, sizesOf } from '../support/bundle.ts'
import { buildClient, type BuiltClient } from '../support/built-client.ts'

const run = promisify(execFile)

let built: BuiltClient
beforeAll(async () => {
  built = await buildClient()
})
afterAll(() => built.remove())

const sizes = (code: string) => sizesOf(join(built.folder, 'dist'), code)

describe('what a page loads is small', () => {
  test.each([
    ['the whole client', `export * from './index.js'`, 10_000],
    ['what the client of another API is made of', `export * from './client.js'`, 9_000],
    ['webhooks', `export * from './webhooks.js'`, 2_150],
    ['realtime', `export * from './realtime.js'`, 4_100],
    // With the engine that does any application by its contract.
    ['the API in memory', `export * from './testing.js'`, 53_000],
    ['handlers for Mock Service Worker, beside the API in memory', `export * from './msw.js'`, 600],
    ['one resource', `export { Client, MeResource } from './index.js'`, 7_100],
    ['one error', `export { RateLimitError } from './index.js'`, 600],
  ])('%s', async (_what, code, budget) => {
    expect((await sizes(code)).atOnce).toBeLessThanOrEqual(budget)
  })
})

test('its README says how much a page loads', async () => {
  const one = await sizes(`export { Client, UsersResource } from './index.js'`)
  const whole = await sizes(`export { Roster } from './index.js'`)
  const live = await sizes(`export { Roster } from './index.js'; export * from './realtime.js'`)
  const readme = await readFile(join(built.folder, 'README.md'), 'utf8')
  const kB = (bytes: number) => `${Math.round(bytes / 1_000)} kB`
  const more = live.atOnce - whole.atOnce
  expect(readme).toContain(`${kB(whole.atOnce)} in a page, and ${kB(more)} more for events as they happen`)
  expect(readme).toContain(`\`Client\` and one resource are ${kB(one.atOnce)}.`)
})

test('what answers agents is loaded when one calls', async () => {
  const { later } = await sizes(`export * from './testing.js'`)
  expect(later).toBeLessThanOrEqual(18_000)
  expect(later).toBeGreaterThan(5_000)
})

test('nothing of a runtime, a validator or the server is in a bundle', async () => {
  for (const entry of ['index', 'client', 'webhooks', 'realtime', 'testing']) {
    const text = await bundleOf(join(built.folder, 'dist'), `export * from './${entry}.js'`)
    for (const forbidden of ['node:', 'ZodObject', '@trpc/server', 'fastify', 'process.', 'require('])
      expect(text).not.toContain(forbidden)
  }
})

test('publint has nothing to say', async () => {
  const { messages } = await publint({ pkgDir: built.folder, strict: true })
  expect(messages).toEqual([])
})

test('its types are found however a project resolves them', async () => {
  // It ends with a status of its own, and so with a rejection, when there is a problem.
  const attw = join(built.workspace, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  const options = ['--profile', 'esm-only', '--format', 'ascii']
  const { stdout } = await run(process.execPath, [attw, built.tarball.file, ...options])
  expect(stdout).toContain('node16 (from ESM): 🟢 (ESM)')
})

test('what is published has its licence and its sources, and no test', () => {
  const wanted = [
    'package.json',
    'README.md',
    'LICENSE',
    'docs/testing.md',
    'dist/index.js',
    'dist/index.js.map',
    'src/index.ts',
  ]
  expect(built.tarball.paths).toEqual(expect.arrayContaining(wanted))
  expect(built.tarball.paths.filter((path) => path.includes('.test'))).toEqual([])
})

test('CommonJS can require it', async () => {
  const code = `console.log(require('@roster/sdk').Roster.name, require('@roster/sdk/webhooks').verifyWebhook.name)`
  const { stdout } = await run(process.execPath, ['--input-type=commonjs', '--eval', code], { cwd: built.project })
  expect(stdout).toBe('Roster verifyWebhook\n')
})

test('npm publishes it without being told from which repository', async () => {
  const { publishConfig } = JSON.parse(await readFile(join(built.folder, 'package.json'), 'utf8'))
  expect(publishConfig).toEqual({ access: 'public' })
})

test('its licence is that of the repository', async () => {
  const licenceIn = (folder: string) => readFile(join(folder, 'LICENSE'), 'utf8')
  expect(await licenceIn(join(built.project, 'node_modules/@roster/sdk'))).toBe(await licenceIn('.'))
})

test('the version in the code is the one of the package', async () => {
  const { version } = JSON.parse(await readFile(join(built.folder, 'package.json'), 'utf8'))
  expect(await readFile(join(built.folder, 'src/version.ts'), 'utf8')).toContain(`'${version}'`)
})
