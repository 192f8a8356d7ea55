import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, vi } from 'vitest'
import { freePort } from './raw-requests.ts'
import { PATIENCE } from './patience.ts'

const run = promisify(execFile)

const VERDACCIO = '6.10.4'

/** Fixed version of a dependency of Verdaccio, which is required by a tag that mirrors of the public registry may lack. */
const OVERRIDES = { 'node-fetch': '2.7.0' }

/** A test's own npm registry, and an npm that gets our packages from it and all others from this machine's usual registry. */
export interface Registry {
  /** A folder for the test's files. */
  folder: string
  /** Environment in which npm uses the registry, on the machine's Node.js. */
  environment: Record<string, string>
  /** Runs npm in a folder, and returns its output. Rejects when npm fails. */
  npm(cwd: string, ...args: string[]): Promise<string>
  stop(): Promise<void>
}

/** Starts an empty registry on this machine. npm's downloads and cache stay in the registry's folder. */
export async function startRegistry(): Promise<Registry> {
  const folder = await mkdtemp(join(tmpdir(), 'roster-registry-'))
  const environment = await environmentIn(folder)
  const npm: Registry['npm'] = async (cwd, ...args) => {
    const options = { cwd, env: environment, maxBuffer: 2 ** 26 }
    return run('npm', args, options).then(({ stdout, stderr }) => stdout + stderr, failed)
  }
  const port = await freePort()
  await writeFile(join(folder, 'npmrc'), await npmrc(port))
  const server = await startVerdaccio(join(folder, 'verdaccio'), port, npm)
  const stop = async () => {
    server.kill()
    await rm(folder, { recursive: true, force: true })
  }
  return { folder, environment, npm, stop }
}

/** Returns an environment without the variables of npm, vitest and Roster, and without Node.js from node_modules in the PATH. */
async function environmentIn(folder: string): Promise<Record<string, string>> {
  const isOurs = (name: string) =>
    /^(?:npm_|NODE_OPTIONS$|NODE_ENV$|VITEST|INIT_CWD$|DATABASE_URL$|REDIS_URL$|ROSTER_)/i.test(name)
  const kept = Object.entries(process.env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !isOurs(pair[0]),
  )
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((each) => !/node_modules/.test(each))
  const settings = { npm_config_userconfig: join(folder, 'npmrc'), npm_config_cache: join(folder, 'cache') }
  return { ...Object.fromEntries(kept), ...settings, PATH: path.join(delimiter) }
}

async function npmrc(port: number): Promise<string> {
  const { stdout } = await run('npm', ['config', 'get', 'registry'])
  return [
    `registry=${stdout.trim()}`,
    `@roster:registry=http://127.0.0.1:${port}/`,
    `//127.0.0.1:${port}/:_authToken=anybody`,
    'audit=false',
    'fund=false',
    'update-notifier=false',
    '',
  ].join('\n')
}

async function startVerdaccio(folder: string, port: number, npm: Registry['npm']) {
  await mkdir(folder)
  const manifest = { private: true, dependencies: { verdaccio: VERDACCIO }, overrides: OVERRIDES }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'config.yaml'), CONFIGURATION)
  await npm(folder, 'install', '--ignore-scripts')
  const main = join(folder, 'node_modules/verdaccio/bin/verdaccio')
  const args = [main, '--config', 'config.yaml', '--listen', `127.0.0.1:${port}`]
  const server = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' })
  await once(server, 'spawn')
  const ping = async () => expect(await fetch(`http://127.0.0.1:${port}/-/ping`)).toMatchObject({ status: 200 })
  await vi.waitFor(ping, { timeout: PATIENCE, interval: 100 })
  return server
}

const CONFIGURATION = `storage: ./storage
packages:
  '@roster/*':
    access: $all
    publish: $all
log: { type: stdout, level: fatal }
`

function failed(error: Error & { stdout: string; stderr: string }): never {
  throw new Error(`${error.message}\n${error.stdout}`, { cause: error })
}
