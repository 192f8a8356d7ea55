import { execFileSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Containers, lacksContainers, openContainers, RUN } from '@roster/test/containers'
import { EXAMPLE_SECRET } from '@roster/test/examples'
import { PATIENCE } from '@roster/test/patience'
import { lacksPostgres, startPostgres } from '@roster/test/postgres-server'
import { SHARED_SECRET } from '@roster/test/process'
import { freePort } from '@roster/test/raw-requests'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PRODUCTION = {
  HOST: '127.0.0.1',
  ROSTER_PUBLIC_URL: 'https://api.example.com',
  ROSTER_SECRET: SHARED_SECRET,
  ROSTER_TRUST_PROXY: '1',
  ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET,
}
const HEALTH_CHECK = ['node', 'packages/gateway/dist/service/health-check.js']

// Two installations and a compilation, on a machine that may have other work.
vi.setConfig({ hookTimeout: 900_000 })

/** Secrets as they lie about where images are built. */
const LYING_ABOUT = ['.env', '.npmrc', '.roster/secret', 'packages/api/.env', 'packages/api/.roster/secret']
const CANARY = 'b7c1f0a4-not-to-be-in-an-image'

describe.skipIf(lacksContainers || lacksPostgres)('the image of Roster', () => {
  let containers: Containers
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'roster-image-'))
    const context = join(folder, 'context')
    await copyOfRepository(context)
    containers = await openContainers()
    const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
    await containers.build(context, 'roster', `--volume=${cache}:/root/.npm:rw`)
  })
  afterAll(async () => {
    await containers?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const options = (environment: Record<string, string>) =>
    Object.entries({ ...PRODUCTION, ...environment }).flatMap(([name, value]) => ['--env', `${name}=${value}`])

  /** Runs the image to its end. */
  const runToEnd = (environment: Record<string, string>, ...command: string[]) =>
    containers.podman(...RUN, '--rm', ...options(environment), 'roster', ...command)

  /** Starts a container and waits until it is ready. */
  async function start(environment: Record<string, string>, ...args: string[]) {
    const port = await freePort()
    const name = `roster-${port}`
    const started = await containers.podman(
      ...RUN,
      '--detach',
      `--name=${name}`,
      ...args,
      ...options({ PORT: String(port), ...environment }),
      'roster',
    )
    expect(started).toMatchObject({ code: 0 })
    const call = (path: string, init: RequestInit = {}) => {
      const headers = { 'x-api-key': EXAMPLE_SECRET, 'x-forwarded-proto': 'https', 'content-type': 'application/json' }
      return fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init })
    }
    const isReady = async () => expect(await call('/readyz')).toMatchObject({ status: 200 })
    await vi.waitFor(isReady, { timeout: PATIENCE, interval: 100 }).catch(async (error: Error) => {
      const { output, errors } = await containers.podman('logs', name)
      throw new Error(`${error.message}\n${output}${errors}`)
    })
    const exec = (...command: string[]) => containers.podman('exec', name, ...command)
    /** Ends it as orchestrators do, and returns its exit status and how many milliseconds that took. */
    const stop = async () => {
      const since = Date.now()
      await containers.podman('kill', '--signal=TERM', name)
      const { output } = await containers.podman('wait', name)
      return { code: Number(output), took: Date.now() - since }
    }
    return { name, call, exec, stop }
  }

  test('runs as nobody, with its health looked at and its data on a volume', async () => {
    const { output } = await containers.podman('image', 'inspect', 'roster')
    const [{ Config: config, Architecture: architecture, Healthcheck: health }] = JSON.parse(output)
    expect({ ...config, architecture }).toMatchObject({
      architecture: process.arch === 'x64' ? 'amd64' : process.arch,
      User: '65532:65532',
      WorkingDir: '/app',
      Entrypoint: ['node', 'packages/api/dist/src/main.js'],
      ExposedPorts: { '3000/tcp': {} },
      Volumes: { '/data': {} },
    })
    expect(health).toMatchObject({ Test: ['CMD', ...HEALTH_CHECK] })
    expect(config.Cmd ?? []).toEqual([])
    expect(config.Env.map((each: string) => each.split('=')[0]).toSorted()).toEqual([
      'NODE_COMPILE_CACHE',
      'NODE_ENV',
      'PATH',
      'ROSTER_DATA_DIR',
    ])
  })

  test('holds what runs: built packages and what they depend on, of which nothing can be written', async () => {
    const script = `const { accessSync, constants, globSync } = require('node:fs')
      const isWritable = (file) => { try { accessSync(file, constants.W_OK); return true } catch { return false } }
      const files = globSync('**', { cwd: '/app', exclude: (path) => path === 'node_modules' })
      const dependencies = globSync(['node_modules/*', 'node_modules/@*/*'], { cwd: '/app' })
      console.log(JSON.stringify({ files, dependencies, writable: ['/', '/app', ...files].filter(isWritable) }))`
    const run = [...RUN, '--rm', '--read-only=false', '--entrypoint=node']
    const { output, errors } = await containers.podman(...run, 'roster', '-e', script)
    expect(errors).toBe('')
    const { files, dependencies, writable } = JSON.parse(output) as Record<string, string[]>
    // What Node.js has compiled goes by the user that runs it, whose it is.
    const isCompiled = (file: string) => /^compiled(?:\/|$)/.test(file)
    expect(writable!.filter((file) => !isCompiled(file))).toEqual([])
    expect(files!.filter(isCompiled).length).toBeGreaterThan(100)
    const top = files!
      .filter((path) => !isCompiled(path))
      .filter((path) => path.split('/').length === 3 && !path.includes('node_modules'))
    const isBuilt = (path: string) => /^packages\/(?:api|core|gateway|node)\/(?:package\.json|dist|bin)$/.test(path)
    expect(top.filter((path) => !isBuilt(path))).toEqual([])
    expect(top).toContain('packages/api/dist')
    expect(files!.filter((path) => /\.test\.|(?<!\.d)\.ts$/.test(path))).toEqual([])
    expect(dependencies).toContain('node_modules/fastify')
    const developed = ['typescript', 'vitest', 'oxlint', '@roster/sdk', '@mikro-orm/cli']
    expect(developed.filter((name) => dependencies!.includes(`node_modules/${name}`))).toEqual([])
  })

  test('has nothing in its layers of the secrets that lay where it was built', async () => {
    const archive = join(folder, 'image.tar')
    expect(await containers.podman('save', '--output', archive, 'roster')).toMatchObject({ code: 0 })
    const found = (word: string) => Number(execFileSync('sh', ['-c', `grep -ac '${word}' '${archive}' || true`]))
    expect(found(CANARY)).toBe(0)
    // The archive is not packed: what is in its files is found.
    expect(found('health-check')).toBeGreaterThan(0)
  })

  test('serves from files that cannot be written with the embedded database on a volume, stops at SIGTERM with 0, and finds its data again', async () => {
    const volume = '--volume=records:/data'
    const first = await start({}, volume)
    const who = `console.log(process.getuid(), process.getgid(), require('node:fs').readlinkSync('/proc/1/exe'))`
    expect((await first.exec('node', '-e', who)).output).toBe('65532 65532 /nodejs/bin/node\n')
    expect(await first.exec(...HEALTH_CHECK)).toMatchObject({ code: 0 })
    expect(await first.exec(...HEALTH_CHECK, '/nowhere')).toMatchObject({ code: 1 })
    const user = JSON.stringify({ name: 'Ada Lovelace', email: 'ada@example.com', role: 'viewer' })
    expect(await first.call('/v1/users', { method: 'POST', body: user })).toMatchObject({ status: 201 })
    const { code, took } = await first.stop()
    expect(code).toBe(0)
    expect(took).toBeLessThan(10_000)

    const second = await start({}, volume)
    expect(await (await second.call('/v1/users')).json()).toMatchObject({ data: [{ email: 'ada@example.com' }] })
    expect(await second.stop()).toMatchObject({ code: 0 })
  })

  test.each([
    [0o755, 'Other users of this machine can open /data, and this process may not change that.'],
    [0o700, 'The data directory /data cannot be opened (EACCES).'],
  ])('ends with 1 and says whose a volume must be that is of somebody else, with the rights %i', async (mode, what) => {
    const theirs = join(folder, `theirs-${mode}`)
    await mkdir(theirs)
    await chmod(theirs, mode)
    const run = [...RUN, '--rm', `--volume=${theirs}:/data`, ...options({}), 'roster']
    const { code, errors } = await containers.podman(...run)
    const mend = 'Give the directory and what is in it to the user that it runs as. The setting is ROSTER_DATA_DIR.'
    expect([code, errors]).toEqual([1, expect.stringContaining(`${what} ${mend}`)])
  })

  test('on PostgreSQL: the migration is a step of its own, without which it ends and says so', async () => {
    const server = await startPostgres()
    const environment = { DATABASE_URL: server.url, ROSTER_MIGRATE: 'off' }
    const refused = await runToEnd(environment)
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('roster migrate') })
    expect(await runToEnd(environment, 'migrate')).toMatchObject({ code: 0 })
    const service = await start(environment)
    expect(await service.call('/v1/users')).toMatchObject({ status: 200 })
    expect(await service.stop()).toMatchObject({ code: 0 })
    await server.stop()
  })

  test.each([
    [{ ROSTER_PUBLIC_URL: 'http://api.example.com' }, 'ROSTER_PUBLIC_URL'],
    [{ ROSTER_SECRET: '' }, 'ROSTER_SECRET'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL'],
  ])('ends with 1 and a sentence where %j cannot be used', async (environment, named) => {
    const { code, output, errors } = await runToEnd(environment)
    expect([code, output]).toEqual([1, ''])
    expect(errors).toContain('These settings cannot be used:')
    expect(errors).toContain(named)
  })
})

/** What is under version control, and secrets that are not. */
async function copyOfRepository(folder: string): Promise<void> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const file of String(listed).split('\0').filter(isContext)) await cp(join(ROOT, file), join(folder, file))
  for (const file of LYING_ABOUT) {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), `SECRET=${CANARY}\n`)
  }
}

const isContext = (file: string) => /^(?:packages\/|[^/]+$)/.test(file)
