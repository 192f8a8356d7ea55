import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copyWorkspace } from './workspace.ts'

const run = promisify(execFile)

/** Versions of TypeScript that users have, and the npm package of each. */
const COMPILERS = { '5.9': 'typescript-5', '7.0': 'typescript' }
export type CompilerVersion = keyof typeof COMPILERS

/** The client SDK in its published form. */
export interface BuiltClient {
  /** A copy of the repository. */
  workspace: string
  /** Folder of the built package in the workspace. */
  folder: string
  /** The file that `npm pack` wrote, and the paths in it. */
  tarball: { file: string; paths: string[] }
  /** A project in which the tarball is installed. Other dependencies come from the repository. */
  project: string
  /** Writes files into the project by name, and resolves to the compiler's errors. */
  typeFaults: (version: CompilerVersion, files: Record<string, string>, options: object) => Promise<string>
  remove: () => Promise<void>
}

/** Packs the client in a copy of the repository that has never been built, and installs the tarball. */
export async function buildClient(): Promise<BuiltClient> {
  const workspace = await copyWorkspace()
  const folder = join(workspace, 'packages/sdk')
  const project = join(workspace, 'consumer')
  await mkdir(project)
  const tarball = await pack(folder, project)
  await writeFile(join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball.file], { cwd: project })

  const typeFaults: BuiltClient['typeFaults'] = async (version, texts, options) => {
    for (const [name, text] of Object.entries(texts)) await writeFile(join(project, name), text)
    const compilerOptions = { strict: true, noEmit: true, target: 'es2022', types: [], ...options }
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(texts) }))
    const compiler = join(workspace, 'node_modules', COMPILERS[version], 'bin/tsc')
    const compiled = run(process.execPath, [compiler, '-p', project])
    return compiled.then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    )
  }

  const remove = () => rm(workspace, { recursive: true, force: true })
  return { workspace, folder, tarball, project, typeFaults, remove }
}

async function pack(folder: string, destination: string): Promise<BuiltClient['tarball']> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', destination], { cwd: folder })
  // Older versions of npm print a list, newer ones a record by name. Output of `prepack` may come before.
  const [packed] = Object.values<Packed>(JSON.parse(stdout.slice(stdout.search(/^[[{]/m))))
  const { filename, files } = packed!
  return { file: join(destination, filename), paths: files.map(({ path }) => path) }
}

interface Packed {
  filename: string
  files: { path: string }[]
}
