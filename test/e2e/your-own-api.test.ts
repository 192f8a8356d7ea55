import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf, commandsOf } from '../support/pages.ts'
import { killAll, launched } from '../support/process.ts'
import { makeProject, type Project } from '../support/project.ts'

const run = promisify(execFile)
const LAUNCHER = fileURLToPath(new URL('../../scripts/run.cjs', import.meta.url))
const GENERATOR = fileURLToPath(new URL('../../packages/generator/src/main.ts', import.meta.url))
const PAGE = 'docs/your-own-api.md'
const TESTING = 'docs/testing.md'
const ACCOUNTS = 'docs/accounts.md'
const BRANCHES = 'migrations/20261123093000_branches.ts'

/** The files that a page shows, by their paths. */
const filesIn = (page: string) =>
  new Map(blocksOf(page).flatMap(({ language, file, text }) => (language === 'ts' && file ? [[file, text]] : [])))

/** The code of the READMEs of packages that need a server, as files beside the application that they import. */
const codeOfPackages = () =>
  ['core', 'gateway', 'api'].flatMap((name) =>
    blocksOf(`packages/${name}/README.md`).flatMap(({ language, file, text }, index): [string, string][] =>
      language === 'ts' ? [[`src/${file ?? `${name}-${index}.ts`}`, text]] : [],
    ),
  )

/** What uses Roster's router: the types of `@roster/api`, which the packed client has not. */
const procedures = blocksOf('docs/start.md').find(({ text }) => text.includes('@roster/api'))!.text

let project: Project
let key: string
beforeAll(async () => {
  project = await makeProject()
})
afterAll(async () => {
  await killAll()
  await project.remove()
})

/** Starts the application on its data. */
async function start() {
  const environment = { NOTES_DATA_DIR: join(project.folder, 'data') }
  const service = launched([LAUNCHER, 'src/main.ts'], { cwd: project.folder, environment })
  return { service, url: (await service.ready()).url }
}

/** What the commands of a page print, one line each. */
async function printed(page: string, heading: string, url: string): Promise<unknown[]> {
  const [commands] = commandsOf(page, [heading])
  const script = commands!.text.replaceAll('http://localhost:3000', url).replaceAll(/(?<!\\)\n/g, '\necho\n')
  const options = { cwd: project.folder, env: { ...process.env, KEY: key } }
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], options)
  const lines = stdout.split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

test('the page shows every file that it lists, without a type error; nor have start.md and the READMEs of packages one', async () => {
  const files = filesIn(PAGE)
  expect([...files.keys()]).toEqual([
    'src/access.ts',
    'src/members.ts',
    'src/notes/notes.contract.ts',
    'src/notes/notes.ts',
    'migrations/20261121093000_notes.ts',
    'src/application.ts',
    'src/main.ts',
  ])
  const packages = codeOfPackages()
  expect(packages).toHaveLength(5)
  await project.write(new Map([...files, ['src/procedures.ts', procedures], ...packages]))
  expect(await project.faults()).toBe('')
})

test('the application starts, prints a key, and answers what the page calls', async () => {
  const { service, url } = await start()
  key = (await service.written(/shown only this once: (\S+)/))[1]!
  const made = { id: expect.stringMatching(/^not_/), owner: null, text: 'Buy milk', created_at: expect.any(String) }
  const page = { page: 1, limit: 20, total: 1, total_pages: 1 }
  expect(await printed(PAGE, 'Call it', url)).toEqual([
    made,
    { data: [made], pagination: page },
    expect.objectContaining({ role: 'owner', scopes: ['read:notes', 'write:notes', 'manage'] }),
    { result: { data: { data: [made], pagination: page } } },
  ])
  service.signal('SIGTERM')
  await service.exited()
})

test('its client is written by the command of the page', async () => {
  const [command] = commandsOf(PAGE, ['Its client and its mock'])
  const [, ...words] = command!.text.trim().split(' ').slice(1)
  await run(process.execPath, [LAUNCHER, GENERATOR, ...words], { cwd: project.folder })
  const notes = await readFile(join(project.folder, 'client/src/notes.ts'), 'utf8')
  expect(notes).toContain('export class Notes extends Client')
  await run(process.execPath, [LAUNCHER, GENERATOR, ...words, '--check'], { cwd: project.folder })
})

test('a test with its mock passes, as the page on tests shows it', async () => {
  await project.write(filesIn(TESTING))
  const { stdout } = await run(process.execPath, [LAUNCHER, 'src/notes/notes.test.ts'], { cwd: project.folder })
  expect(stdout).toMatch(/a note that was made is found[^]*pass 1\n/)
})

/** Sends a POST request with the key that the first start printed. */
async function post(address: string, body: object): Promise<Response> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  return fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
}

const PASSWORD = 'analytical engine 1843'

/** The status with which a member who is added with this address signs in. */
async function signInStatus(url: string, email: string): Promise<number> {
  const made = await post(`${url}/v1/members`, { name: 'Emilie', email, role: 'member' })
  const { id } = (await made.json()) as { id: string }
  await post(`${url}/v1/members/${id}/password`, { password: PASSWORD })
  return (await post(`${url}/v1/session`, { email, password: PASSWORD })).status
}

test('with the accounts of the next page it starts on the same data, and a member signs in, whatever letters its address has', async () => {
  const application = filesIn(PAGE).get('src/application.ts')!
  const own = "import { members } from './members/members.resource.ts'\n"
  const joined = own + application.replace('resources: { notes }', 'resources: { notes, members }')
  const accounts = filesIn(ACCOUNTS)
  accounts.delete(BRANCHES)
  await project.write(new Map([...accounts, ['src/application.ts', joined]]))
  expect(await project.faults()).toBe('')

  const { service, url } = await start()
  expect(await printed(ACCOUNTS, 'Sign in', url)).toEqual([
    expect.objectContaining({
      role: 'member',
      scopes: ['read:notes', 'write:notes'],
      user: { id: expect.stringMatching(/^mem_/), name: 'Ada Lovelace' },
    }),
  ])
  for (const event of [/"user\.created"/, /"password\.set"/]) await service.written(event)
  expect(await signInStatus(url, 'Émilie@exämple.de')).toBe(201)
  service.signal('SIGTERM')
  await service.exited()
})

test('with the migration to members of a branch it starts on the same data, and they sign in', async () => {
  await project.write(new Map([[BRANCHES, filesIn(ACCOUNTS).get(BRANCHES)!]]))
  expect(await project.faults()).toBe('')
  const { url } = await start()
  expect(await signInStatus(url, 'grace@example.com')).toBe(201)
})
