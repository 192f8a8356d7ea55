import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { PATIENCE } from '@roster/test/patience'
import { afterEach, expect, test } from 'vitest'

const FIXTURE = fileURLToPath(new URL('output.fixture.ts', import.meta.url))

/** Lines of more than a thousand bytes that are more than what waits at most. */
const MANY = 20_000

let child: ChildProcess
afterEach(() => child.kill('SIGKILL'))

/** Starts a process whose log goes there. */
function logTo(stdout: number | 'pipe'): void {
  const stdio: StdioOptions = ['ignore', stdout, 'inherit', 'ipc']
  child = fork(FIXTURE, { execArgv: [], stdio })
}

async function tell(name: string, count = 0): Promise<void> {
  child.send([name, count])
  await once(child, 'message')
}

/** Ends the process, and returns its exit code. */
async function end(): Promise<unknown> {
  const ended = once(child, 'exit')
  child.send(['end'])
  return (await ended)[0]
}

interface Line {
  nth?: number
  lost?: number
}

/** Reads the log from now on. Returns its lines, which become more, and the last of them. */
function read(stream: Readable): { lines: () => Line[]; last: () => Line | undefined } {
  let text = ''
  stream.on('data', (chunk) => (text += chunk))
  const parsed = (line: string) => JSON.parse(line) as Line
  return {
    lines: () => text.trimEnd().split('\n').map(parsed),
    last: () => (text.endsWith('\n') ? parsed(text.slice(text.lastIndexOf('\n', text.length - 2))) : undefined),
  }
}

test('a process whose log has no space left goes on, and ends when told', async () => {
  const full = openSync('/dev/full', 'w')
  logTo(full)
  closeSync(full)
  for (let nth = 0; nth < 3; nth++) await tell('log', 1)
  expect(await end()).toBe(0)
})

test('a process whose log nobody reads goes on, and ends when told', async () => {
  logTo('pipe')
  await tell('log', MANY)
  expect(await end()).toBe(0)
})

test('another process that shares the log does not make this one wait for who reads it', async () => {
  logTo('pipe')
  await tell('log', 1)
  await tell('share')
  await tell('log', MANY)
  await tell('share')
  expect(await end()).toBe(0)
})

test('lines that nobody reads are kept up to some number, and the number of those that are lost is told', async () => {
  logTo('pipe')
  await tell('log', MANY)
  const { lines, last } = read(child.stdout!)
  await expect.poll(last, { timeout: PATIENCE }).toMatchObject({ lost: expect.any(Number) })
  const kept = lines().slice(0, -1)
  expect(kept.map(({ nth }) => nth)).toEqual(Array.from(kept, (_, index) => index + 1))
  expect(kept.length).toBeGreaterThan(MANY / 2)
  expect(last()!.lost).toBe(MANY - kept.length)
  await tell('log', 1)
  await expect.poll(last).toMatchObject({ nth: 1 })
})

test('a process that ends tells how many lines are lost', async () => {
  logTo('pipe')
  const { lines } = read(child.stdout!)
  child.send(['loseAndEnd'])
  await once(child, 'exit')
  await expect.poll(lines, { timeout: PATIENCE }).toMatchObject([{ lost: 1 }])
})

test('a reader gets every line, however many come in a turn of the event loop', async () => {
  logTo('pipe')
  const { lines } = read(child.stdout!)
  for (let turn = 0; turn < 50; turn++) await tell('log', 200)
  await expect.poll(() => lines().length, { timeout: PATIENCE }).toBe(10_000)
})

test('what is logged before the end is written, to the last line', async () => {
  logTo('pipe')
  const { lines } = read(child.stdout!)
  await tell('log', 100)
  child.send(['log', 100])
  expect(await end()).toBe(0)
  await expect.poll(() => lines().length).toBe(200)
})
