import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PATIENCE } from '../support/patience.ts'
import { dataDirectory, killAll, launch } from '../support/process.ts'
import { Browser } from '../support/relying-party.ts'

const KEY = 'rk_E6gkxPh2R3CiHIvmj0EMUjIvvaOJ86fB2auFGi'
const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const TOOLS = ['bash', 'curl', 'openssl'].filter((tool) => spawnSync(tool, ['--version']).error)

let directory: string
let roster: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'roster-readme-'))
  const service = launch({ ROSTER_DATA_DIR: await dataDirectory(join(directory, 'data')), ROSTER_ADMIN_API_KEY: KEY })
  roster = (await service.written(/Roster is running at (\S+)[^]*\n\n/))[1]!
})
afterAll(async () => {
  await killAll()
  await rm(directory, { recursive: true, force: true })
})

/** The commands of a part of the README, for the service that runs here. */
function commandsOf(from: string, to: string): string {
  const part = README.slice(README.indexOf(from), README.indexOf(to))
  const blocks = Array.from(part.matchAll(/^```sh\n([\s\S]*?)^```/gm), ([, block]) => block!)
  return blocks.join('\n').replaceAll('http://localhost:3000', roster)
}

/** A shell that runs commands and writes on after each line that it reads. */
function startShell(commands: string) {
  const env = { PATH: process.env['PATH'], KEY }
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], { cwd: directory, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  return {
    output: () => output,
    written: (pattern: RegExp) =>
      vi.waitFor(() => {
        const found = pattern.exec(output)
        if (!found) throw new Error(`There is no ${String(pattern)} in: ${output}`)
        return found[0]
      }, PATIENCE),
    say: (line: string) => child.stdin.write(`${line}\n`),
    ended: once(child, 'close').then(([code]) => code as number),
  }
}

test.skipIf(TOOLS.length > 0)('what "Signing in" prints works as it is printed', async () => {
  const shell = startShell(commandsOf('## Signing in', '**Mutual TLS.**'))
  const browser = new Browser((url, init) => fetch(url, { redirect: 'manual', ...init }), roster)

  await browser.open(await shell.written(/http\S+\/authorize\?\S+/))
  await browser.submit({ email: 'hopper@example.com', password: 'nanoseconds of wire' })
  const { url } = await browser.submit({ decision: 'allow' })
  expect([url.origin, url.searchParams.get('state')]).toEqual(['http://localhost:8000', 'xyz'])
  shell.say(url.searchParams.get('code')!)

  browser.view = undefined
  const { searchParams } = (await browser.open(await shell.written(/http\S+\/device\/verify\?\S+/))).url
  await browser.submit({ user_code: searchParams.get('user_code')! })
  expect((await browser.submit({ confirm: 'yes' })).text).toContain('Device connected')
  shell.say('')

  expect([await shell.ended, shell.output()]).toEqual([0, expect.not.stringMatching(/error|errors\/|undefined/)])
  const answers = shell
    .output()
    .match(/\{.*?\}(?=\{|\n|http|$)/g)!
    .join('\n')
  for (const part of [/"data":\[\]/, /"active":true.*"role":"service"/, /"sub":"usr_/, /"user":\{"id":"usr_/])
    expect(answers).toMatch(part)
  expect(answers.match(/"access_token":/g)).toHaveLength(2)
})
