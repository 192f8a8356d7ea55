import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killAll, launched } from '../support/process.ts'
import { copyWorkspace } from '../support/workspace.ts'

const run = promisify(execFile)

let workspace: string
beforeAll(async () => {
  workspace = await copyWorkspace()
  const tsc = join(workspace, 'node_modules/typescript/bin/tsc')
  // The gateway signs as the client does.
  for (const name of ['api', 'sdk', 'gateway', 'generator'])
    await run(process.execPath, [tsc, '-p', `packages/${name}/tsconfig.build.json`], { cwd: workspace })
})
afterAll(async () => {
  await killAll()
  await rm(workspace, { recursive: true, force: true })
})

test('every entry that a package exports is built, with its types, and no test is', async () => {
  for (const name of ['api', 'gateway', 'generator', 'sdk']) {
    const folder = join(workspace, 'packages', name)
    const { exports } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      exports: Record<string, { types: string; default: string }>
    }
    const missing = Object.values(exports)
      .flatMap((entry) => [entry.types, entry.default])
      .filter((file) => !existsSync(join(folder, file)))
    expect(missing).toEqual([])
  }
  expect(existsSync(join(workspace, 'packages/api/dist/src/users/users.test.js'))).toBe(false)
})

test('the built gateway runs on the built core, which finds its migrations', async () => {
  for (const name of ['api', 'gateway']) await rm(join(workspace, 'packages', name, 'src'), { recursive: true })
  const service = launched(['packages/gateway/dist/main.js'], {
    cwd: workspace,
    environment: { ROSTER_DATA_DIR: join(workspace, 'data') },
  })
  const [, baseUrl] = await service.written(/Roster is running at (\S+)/)
  const [, key] = await service.written(/only this once: (rk_\w+)/)
  const answer = await fetch(`${baseUrl}/v1/users`, { headers: { 'x-api-key': key! } })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ data: [], pagination: { page: 1, limit: 20, total: 0, total_pages: 0 } })
  expect(await fetch(`${baseUrl}/docs/events/main.js`)).toMatchObject({ status: 200 })
  service.signal('SIGTERM')
  expect(await service.exited()).toBe(0)
})
