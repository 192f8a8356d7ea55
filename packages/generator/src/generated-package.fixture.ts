import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A folder in which nothing but @roster/sdk can be imported. */
export interface Workplace {
  folder: string
  /** Returns the compiler's messages on files in the folder. */
  faultsOf: (...files: string[]) => Promise<string>
  /** Imports a module from the folder. */
  load: (file: string) => Promise<Record<string, any>>
  remove: () => Promise<void>
}

/** Creates such a folder, outside the repository. */
export async function makeWorkplace(): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'generated-client-'))
  await mkdir(join(folder, 'node_modules/@roster'), { recursive: true })
  await symlink(join(ROOT, 'packages/sdk'), join(folder, 'node_modules/@roster/sdk'), 'junction')
  return {
    folder,
    faultsOf: (...files) => compile(folder, files),
    load: (file) => import(pathToFileURL(join(folder, file)).href) as Promise<Record<string, any>>,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

const OPTIONS = {
  target: 'es2024',
  lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'nodenext',
  customConditions: ['@roster/source'],
  types: [],
  strict: true,
  noUnusedLocals: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
}

async function compile(folder: string, files: readonly string[]): Promise<string> {
  const configuration = join(folder, 'tsconfig.test.json')
  await writeFile(configuration, JSON.stringify({ compilerOptions: OPTIONS, files }))
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  return run(process.execPath, [compiler, '-p', configuration], { cwd: folder, maxBuffer: 2 ** 26 }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
}
