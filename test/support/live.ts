import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EXAMPLE_SECRET } from './examples.ts'
import { bare, launch, launched, type ServiceProcess } from './process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A service started like `npm start`, with its own data. */
export interface Live {
  url: string
  /** An administrator's key. */
  key: string
  stop(): Promise<void>
}

export async function startLive(environment: Record<string, string> = {}): Promise<Live> {
  const directory = await mkdtemp(join(tmpdir(), 'roster-live-'))
  const service = launch({ ROSTER_DATA_DIR: directory, ROSTER_ADMIN_API_KEY: EXAMPLE_SECRET, ...environment })
  const { url } = await service.ready()
  return {
    url,
    key: EXAMPLE_SECRET,
    async stop() {
      service.signalGroup('SIGKILL')
      await service.exited()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Exit code and output of a program. */
export interface Run {
  code: number
  output: string
  errors: string
}

/** Runs a command to its end, with this environment only. `cwd` is the root of the repository by default. Resolves also when the command fails. */
export function run(
  [program, ...args]: [string, ...string[]],
  environment: Record<string, string> = {},
  cwd = ROOT,
): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd, env: bare(environment) }
    execFile(program, args, options, (error, output, errors) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output, errors }),
    )
  })
}

/** Runs a TypeScript program of the repository to its end. */
export const runScript = (file: string, environment: Record<string, string>) =>
  run([process.execPath, 'scripts/run.cjs', file], environment)

/** Starts a TypeScript program of the repository that runs until it is stopped. */
export const startScript = (file: string, environment: Record<string, string>): ServiceProcess =>
  launched(['scripts/run.cjs', file], { cwd: ROOT, environment })

/** Returns the program output that a README shows: its first code block without a language. */
export async function printedIn(readme: URL): Promise<string> {
  const blocks = (await readFile(readme, 'utf8')).split(/^```/m).filter((_, index) => index % 2 === 1)
  const printed = blocks.find((block) => block.startsWith('\n'))
  if (printed === undefined) throw new Error(`${readme.pathname} does not show what is printed.`)
  return printed.slice(1)
}

const VARYING: readonly [RegExp, string][] = [
  [/\b([a-z]{3})_[0-9A-HJKMNP-TV-Z]{26}\b/g, '$1_…'],
  [/\bORD-[0-9A-Z-]+\b/g, 'ORD-…'],
  [/"[\w-]{27}"/g, '"…"'],
  [/(?<=retry-after: )\d+/g, '…'],
  [/\b[0-9a-f]{64}\b/g, '…'],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-…'],
]

/**
 * Returns a program's output with the default URL instead of `url`, and `…` for values that differ between runs: identifiers, entity tags,
 * hashes, times and waits.
 */
export function masked(output: string, url: string): string {
  const moved = output.replaceAll(url, 'http://localhost:3000')
  return VARYING.reduce((text, [varying, instead]) => text.replaceAll(varying, instead), moved)
}

const PATH = (process.env['PATH'] ?? '').split(delimiter)

/**
 * Whether tests of a program are skipped, because none of the folders has the program; default: the folders of the PATH. Prints a line when they
 * are. With `ROSTER_REQUIRE_<NAME>=on`, such as `ROSTER_REQUIRE_PYTHON`, they run and fail.
 */
export function isMissing(program: string, name: string, folders: readonly string[] = PATH): boolean {
  const setting = `ROSTER_REQUIRE_${name}`
  if (folders.some((folder) => isExecutable(join(folder, program))) || process.env[setting] === 'on') return false
  process.stderr.write(`Tests with ${program} are skipped: it is not installed (${setting}=on requires it).\n`)
  return true
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
