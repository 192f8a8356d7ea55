import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A folder outside the repository that can import all installed packages, including those of the repository. */
export interface Project {
  folder: string
  /** Writes files, by their path in the folder. */
  write(files: ReadonlyMap<string, string>): Promise<void>
  /** Resolves to the compiler's errors in `src`. */
  faults(): Promise<string>
  remove(): Promise<void>
}

const TSCONFIG = {
  extends: join(ROOT, 'tsconfig.json'),
  compilerOptions: { typeRoots: [join(ROOT, 'node_modules/@types')] },
  // Declarations for a library, in the sources of the gateway.
  include: ['src', join(ROOT, 'packages/gateway/src/**/*.d.ts')],
}

/** Creates an empty project. */
export async function makeProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'roster-project-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const write: Project['write'] = async (files) => {
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
  }
  await write(
    new Map([
      ['package.json', '{ "type": "module" }'],
      ['tsconfig.json', JSON.stringify(TSCONFIG)],
    ]),
  )
  return {
    folder,
    write,
    faults: () => compile(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

function compile(folder: string): Promise<string> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  return run(process.execPath, [compiler, '-p', folder]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
}
