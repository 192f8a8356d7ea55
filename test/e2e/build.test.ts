import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killAll, launched } from '../support/process.ts'
import { copyWorkspace } from '../support/workspace.ts'

const run = promisify(execFile)

/** Those that programs import from. */
const PACKAGES = ['api', 'core', 'gateway', 'generator', 'sdk']
/** What the mock takes of the service where both are developed; there is none in what is published. */
const SOURCES = './source/*'
const RECURSIVE = { recursive: true } as const

let workspace: string
beforeAll(async () => {
  workspace = await copyWorkspace()
  await run('npm', ['run', 'build'], { cwd: workspace })
})
afterAll(async () => {
  await killAll()
  await rm(workspace, { recursive: true, force: true })
})

test('every entry that a package exports is built, with its types, and no test is', async () => {
  for (const name of PACKAGES) {
    const folder = join(workspace, 'packages', name)
    const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      exports: Record<string, { types: string; default: string }>
    }
    const missing = Object.entries(exports)
      .filter(([path]) => path !== SOURCES)
      .flatMap(([, entry]) => [entry.types, entry.default])
      .filter((file) => !existsSync(join(folder, file)))
    expect(missing).toEqual([])
  }
  const built = await Promise.all(PACKAGES.map((name) => readdir(join(workspace, 'packages', name, 'dist'), RECURSIVE)))
  expect(built.flat().filter((file) => /\.(?:test|test-d|fixture)\./.test(file))).toEqual([])
})

test.each([...PACKAGES, 'create', 'node'])('publint has nothing to say of %s', async (name) => {
  const { messages } = await publint({ pkgDir: join(workspace, 'packages', name), strict: true })
  expect(messages.filter(({ path }) => path[1] !== SOURCES)).toEqual([])
})

test.each(PACKAGES)('the types of %s are found however a project resolves them', async (name) => {
  // It ends with a status of its own, and so with a rejection, when there is a problem.
  const attw = join(workspace, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  const folder = join(workspace, 'packages', name)
  const options = ['--pack', folder, '--profile', 'esm-only', '--format', 'ascii']
  const { stdout } = await run(process.execPath, [attw, ...options], { cwd: workspace })
  expect(stdout).toContain('node16 (from ESM): 🟢 (ESM)')
})

test('what is built runs without its sources, and finds its migrations', async () => {
  for (const name of PACKAGES) await rm(join(workspace, 'packages', name, 'src'), { recursive: true })
  const service = launched(['packages/api/dist/src/main.js'], {
    cwd: workspace,
    environment: { ROSTER_DATA_DIR: join(workspace, 'data') },
  })
  const { url, key } = await service.ready()
  const answer = await fetch(`${url}/v1/users`, { headers: { 'x-api-key': key } })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ data: [], pagination: { page: 1, limit: 20, total: 0, total_pages: 0 } })
  expect(await fetch(`${url}/docs/events/main.js`)).toMatchObject({ status: 200 })
  service.signal('SIGTERM')
  expect(await service.exited()).toBe(0)
})
