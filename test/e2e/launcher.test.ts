import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { killAll, launched } from '../support/process.ts'

const PACKAGE = fileURLToPath(new URL('../../packages/node', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'launcher-'))
})
afterAll(async () => {
  await killAll()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a program by `roster-node`. */
async function run(program: string, ...options: string[]) {
  const path = join(folder, 'program.cjs')
  await writeFile(path, program)
  return launched([join(PACKAGE, 'roster-node.cjs'), ...options, path], { cwd: folder, environment: {} })
}

test('a program whose launcher is killed is told to stop, as by SIGTERM', async () => {
  const launcher = await run(`
    process.on('SIGTERM', () => { console.log('stopping'); process.exit() })
    setInterval(() => {}, 1_000)
    console.log('runs')`)
  await launcher.written(/runs/)
  launcher.signal('SIGKILL')
  await launcher.exited()
  expect(launcher.output()).toBe('runs\nstopping\n')
})

test('nothing that stands in the current directory is run as the compiled program', async () => {
  await mkdir(join(folder, 'node_modules'))
  const launcher = await run('console.log(process.env.NODE_COMPILE_CACHE)')
  expect(await launcher.exited()).toBe(0)
  expect(launcher.output()).toMatch(/node_modules/)
  expect(launcher.output()).not.toContain(folder)
})

test('a program that is watched for changes, which Node.js starts once more, goes on', async () => {
  const launcher = await run(
    `
    console.log('runs')
    setTimeout(() => console.log('goes on'), 1_500)
    setInterval(() => {}, 1_000)`,
    '--watch',
  )
  await launcher.written(/goes on/)
  launcher.signal('SIGTERM')
  expect(await launcher.exited()).toBe(0)
})

test('nothing is left of a program that is watched for changes whose launcher is killed', async () => {
  const launcher = await run(
    `
    console.log('runs')
    setInterval(() => {}, 1_000)`,
    '--watch',
  )
  await launcher.written(/runs/)
  launcher.signal('SIGKILL')
  // Once nobody has its output open.
  expect(await launcher.exited()).toBeNull()
})

test('what a program starts itself is its own, and may outlive it', async () => {
  const launcher = await run(`
    const { fork } = require('node:child_process')
    console.log(process.env.ROSTER_LAUNCHER)
    if (process.argv[2]) process.once('message', () => setTimeout(() => console.log('outlived'), 1_500))
    else fork(__filename, ['again'], { detached: true }).send('go', () => setTimeout(process.exit, 200))`)
  expect(await launcher.exited()).toBe(0)
  expect(launcher.output()).toBe('undefined\nundefined\noutlived\n')
})

test('a program that a signal has ended counts as shells count it', async () => {
  const launcher = await run(`process.kill(process.pid, 'SIGKILL')`)
  expect(await launcher.exited()).toBe(137)
})

test('a Node.js that cannot be started is named, with what to do; exit 1', async () => {
  const program = `process.execPath = '/nowhere/node'; require('${PACKAGE}/launch.cjs').launch([])`
  const launcher = launched(['--eval', program], { cwd: folder, environment: {} })
  expect(await launcher.exited()).toBe(1)
  expect(launcher.output()).toBe(
    'Roster needs Node.js 22.19 or later; /nowhere/node cannot be started: spawn /nowhere/node ENOENT. Install a current Node.js.\n',
  )
})
