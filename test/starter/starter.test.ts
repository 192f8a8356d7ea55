import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PATIENCE } from '@roster/test/patience'
import { type Registry, startRegistry } from '@roster/test/registry'
import { copyWorkspace } from '@roster/test/workspace'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

/** What is published, each after what it needs. */
const PACKAGES = [
  'tools/node-runtime',
  'packages/node',
  'packages/core',
  'packages/sdk',
  'packages/gateway',
  'packages/api',
  'packages/generator',
  'packages/create',
]

let registry: Registry
beforeAll(async () => {
  registry = await startRegistry()
  const workspace = await copyWorkspace()
  for (const folder of PACKAGES) await registry.npm(workspace, 'publish', `./${folder}`)
  await rm(workspace, { recursive: true, force: true })
})
afterAll(async () => {
  for (const stop of running) await stop()
  await registry?.stop()
})

/** How each program that runs is stopped. */
const running = new Set<() => Promise<void>>()

/** A program that npm starts, until it is stopped as a terminal does it. */
async function started(cwd: string, args: string[]) {
  const env = { ...registry.environment, PORT: '0' }
  const child = spawn('npm', args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += String(chunk)))
  const written = async (pattern: RegExp) => {
    await vi.waitFor(() => expect(output).toMatch(pattern), { timeout: 2 * PATIENCE, interval: 100 })
    return pattern.exec(output)!
  }
  const stop = async () => {
    running.delete(stop)
    process.kill(-child.pid!, 'SIGTERM')
    await ended
  }
  running.add(stop)
  return { written, stop }
}

test('Roster is started where its package is installed', async () => {
  const folder = join(registry.folder, 'roster')
  await mkdir(folder)
  await registry.npm(folder, 'install', '@roster/api')
  const service = await started(folder, ['exec', '@roster/api'])
  const [, url] = await service.written(/Roster is running at (\S+)/)
  const [, key] = await service.written(/only this once: (\w+)/)
  const response = await fetch(`${url}/v1/users`, { headers: { 'x-api-key': key! } })
  expect([response.status, await response.json()]).toMatchObject([200, { data: [] }])
  await service.stop()
})

describe("an application of one's own", () => {
  let folder: string
  const npm = (...args: string[]) => registry.npm(folder, ...args)
  beforeAll(async () => {
    await registry.npm(registry.folder, 'create', '--yes', '@roster', 'my-api')
    folder = join(registry.folder, 'my-api')
    await npm('install')
  })

  test('passes its check and its tests', async () => {
    expect(await npm('run', 'check')).toContain('client is what the contract says.')
    expect(await npm('test')).toMatch(/pass \d+\n[^]*fail 0/)
  })

  test('starts, tells the first key, answers, and stops', async () => {
    const service = await started(folder, ['start'])
    const [, url] = await service.written(/MyApi is running at (\S+)/)
    const [, key] = await service.written(/only this once: (\w+)/)
    const headers = { 'x-api-key': key!, 'content-type': 'application/json' }
    const body = JSON.stringify({ title: 'Printer on fire' })
    const made = await fetch(`${url}/v1/support-tickets`, { method: 'POST', headers, body })
    expect([made.status, await made.json()]).toMatchObject([201, { title: 'Printer on fire', status: 'open' }])
    const page = await fetch(`${url}/docs`)
    expect(await page.text()).toContain('<title>API reference · MyApi</title>')
    await service.stop()
    await expect(fetch(`${url}/livez`)).rejects.toThrow('fetch failed')
  })

  test('gets a resource that passes its check and its tests at once', async () => {
    expect(await npm('run', 'add-resource', '--', 'purchase-orders')).toContain(
      'The client has them as purchaseOrders.',
    )
    await npm('run', 'check')
    const told = await npm('test')
    expect(told).toMatch(/purchase orders of the service/)
    expect(told).toMatch(/purchase orders of the mock/)
    expect(told).toMatch(/fail 0/)
  })

  test('is told in a sentence why a resource cannot be added', async () => {
    const refused = npm('run', '-s', 'add-resource', '--', 'classes')
    await expect(refused).rejects.toThrow('"class" cannot be the name of a resource: class is a word of TypeScript.')
    await expect(npm('run', '-s', 'add-resource', '--', 'purchase-orders')).rejects.toThrow(
      'src/purchase-orders already',
    )
  })

  test('is told when its client is not what its contract says', async () => {
    const path = join(folder, 'src/support-tickets/support-tickets.contract.ts')
    const contract = await readFile(path, 'utf8')
    await writeFile(path, contract.replace("'The support tickets there are.'", "'What people ask for.'"))
    await expect(npm('run', 'check')).rejects.toThrow('client: src/resources/')
    await npm('run', 'generate')
    await npm('run', 'check')
  })
})
