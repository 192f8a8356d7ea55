import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { EXAMPLE_SECRET } from '../support/examples.ts'
import { isMissing, type Live, masked, startLive } from '../support/live.ts'
import { type Block, type Command, commandsOf } from '../support/pages.ts'
import { PATIENCE } from '../support/patience.ts'
import { freePort } from '../support/raw-requests.ts'
import { Browser } from '../support/relying-party.ts'
import { type Shell, startShell } from '../support/shell.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const lacksTools = ['bash', 'curl', 'openssl'].some((tool) => isMissing(tool, tool.toUpperCase()))

/** A page says what is typed before a service runs, and by what name its key goes. */
const isOfStart = ({ text }: Command) => /npm (?:ci|start|create|test)|rk_…/.test(text)
const typedIn = (page: string, headings?: readonly string[]) =>
  commandsOf(page, headings).filter((command) => !isOfStart(command))

describe.skipIf(lacksTools)('what a page says can be typed as it is printed', () => {
  let directory: string
  let live: Live
  let shell: Shell
  let hooks: number
  beforeAll(async () => {
    hooks = await freePort()
    directory = await mkdtemp(join(tmpdir(), 'roster-pages-'))
    await mkdir(join(directory, 'work'))
    for (const name of ['scripts', 'examples']) await symlink(join(ROOT, name), join(directory, 'work', name))
    live = await startLive({ ROSTER_WEBHOOK_ALLOW: '127.0.0.0/8', ROSTER_MCP: 'on' })
    shell = startShell(join(directory, 'work'), { KEY: EXAMPLE_SECRET, PORT: String(hooks) })
  })
  afterAll(async () => {
    await shell.stop()
    await live.stop()
    await rm(directory, { recursive: true, force: true })
  })

  /** Types a command at this service, with the identifiers that it has given in place of those of the page. */
  const type = (text: string, given: ReadonlyMap<string, string> = new Map()) => {
    const here = text.replaceAll('http://localhost:3000', live.url).replaceAll('127.0.0.1:8080', `127.0.0.1:${hooks}`)
    return shell.run([...given].reduce((command, [shown, id]) => command.replaceAll(shown, id), here))
  }

  /** Types the commands of a page, and compares what they print with what the page shows. */
  async function follow(page: string, headings?: readonly string[]): Promise<number> {
    const given = new Map<string, string>()
    const commands = typedIn(page, headings)
    for (const { text, shown } of commands) {
      // What only reads may be asked again, until what it waits for has come.
      const isRepeatable = !/ -d | -X /.test(text)
      const attempt = async () => {
        const printed = await type(text, given)
        if (shown) expectShown(shown, masked(printed, live.url))
        if (shown) for (const [id, real] of identifiers(shown.text, printed)) given.set(id, real)
      }
      await (isRepeatable ? vi.waitFor(attempt, PATIENCE) : attempt())
    }
    return commands.length
  }

  test('start.md', async () => {
    expect(await follow('docs/start.md')).toBeGreaterThan(8)
  })

  test('the calls of README.md', async () => {
    expect(await follow('README.md')).toBeGreaterThan(0)
  })

  test('the first calls of agents.md, and the key of an agent', async () => {
    expect(await follow('docs/agents.md', ['Try it', 'Connecting'])).toBe(2)
  })

  test('events.md', async () => {
    const [stream, change, list, ticket] = typedIn('docs/events.md')
    await type(`${stream!.text.trimEnd()} -s >stream.txt &`)
    await expect.poll(() => type('cat stream.txt')).toContain('id: ')
    await type(change!.text)
    await expect.poll(() => type('cat stream.txt')).toMatch(/data: \{"type":"update","event":"user.created".*Katherine/)
    expect(JSON.parse(lastLine(await type(list!.text)))).toMatchObject({ data: expect.any(Array), has_more: false })
    const opened = { ticket: expect.stringMatching(/^rt_/), expires_at: expect.any(String) }
    expect(JSON.parse(lastLine(await type(ticket!.text)))).toEqual(opened)
  })

  test('webhooks.md', async () => {
    const [command, ...rest] = typedIn('docs/webhooks.md')
    await type(`exec 3>receiver.txt; { ${command!.text.trimEnd()}; } >&3`)
    await expect.poll(() => type('cat receiver.txt')).toContain('Welcome, Dorothy Vaughan')
    expect(rest).toEqual([])
  })

  test('sign-in.md, as far as it needs no certificate', async () => {
    const browser = new Browser((url, init) => fetch(url, { redirect: 'manual', ...init }), live.url)
    const typed = typedIn('docs/sign-in.md').filter(({ text }) => !text.includes('--cert'))
    let printed = ''
    for (const { text } of typed) {
      if (text.startsWith('read -r CODE')) await type(`CODE=${await codeOf(browser, printed)}`)
      else if (text.startsWith('read -r')) await connect(browser, printed)
      else printed += await type(text)
    }

    expect(printed).not.toMatch(/error|errors\/|undefined/)
    for (const part of [/"data":\[/, /"active":true.*"role":"service"/, /"sub":"usr_/, /"user":\{"id":"usr_/])
      expect(printed).toMatch(part)
    expect(printed.match(/"access_token":/g)).toHaveLength(2)
  })
})

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)!

/** Signs in at the address that was printed, and returns the code that the browser comes back with. */
async function codeOf(browser: Browser, printed: string): Promise<string> {
  await browser.open(/http\S+\/authorize\?\S+/.exec(printed)![0])
  await browser.submit({ email: 'hopper@example.com', password: 'nanoseconds of wire' })
  const { url } = await browser.submit({ decision: 'allow' })
  expect([url.origin, url.searchParams.get('state')]).toEqual(['http://localhost:8000', 'xyz'])
  return url.searchParams.get('code')!
}

/** Connects the device whose address was printed. */
async function connect(browser: Browser, printed: string): Promise<void> {
  browser.view = undefined
  const { searchParams } = (await browser.open(/http\S+\/device\/verify\?\S+/.exec(printed)![0])).url
  await browser.submit({ user_code: searchParams.get('user_code')! })
  expect((await browser.submit({ confirm: 'yes' })).text).toContain('Device connected')
}

/** What a page shows is what is printed, line by line or, of JSON, as a value. A line that ends in `…` leaves out the rest. */
function expectShown({ language, text }: Block, printed: string): void {
  const shown = masked(text, 'http://localhost:3000')
  if (language === 'json') {
    expect(JSON.parse(lastLine(printed))).toEqual(JSON.parse(shown))
    return
  }
  const lines = shown.split('\n').filter((line) => line !== '' && line !== '…')
  const printedLines = printed.split(/\r?\n/)
  expect(lines.filter((line) => !printedLines.includes(line))).toEqual([])
}

const IDENTIFIER = /\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g

/** The identifiers that a page shows, with those that were printed in their place. */
function identifiers(shown: string, printed: string): [string, string][] {
  return Array.from(shown.matchAll(IDENTIFIER), ([id, prefix]) => [
    id,
    [...printed.matchAll(IDENTIFIER)].find(([, other]) => other === prefix)![0],
  ])
}
