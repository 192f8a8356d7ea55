import { execFile } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copyWorkspace } from './workspace.ts'

const run = promisify(execFile)
const TSC = 'node_modules/typescript/bin/tsc'

/** The client as it is published. */
export interface BuiltClient {
  /** A copy of the repository. */
  workspace: string
  /** The built package in it. */
  folder: string
  /** What the compiler has to say of a project that installed the package, given its files by name. */
  typeFaults: (files: Record<string, string>, options: object) => Promise<string>
  remove: () => Promise<void>
}

export async function buildClient(): Promise<BuiltClient> {
  const workspace = await copyWorkspace()
  const folder = join(workspace, 'packages/sdk')
  await run(process.execPath, [join(workspace, TSC), '-p', folder + '/tsconfig.build.json'])

  const typeFaults = async (files: Record<string, string>, options: object) => {
    const project = join(workspace, 'consumer')
    const installed = join(project, 'node_modules/@roster/sdk')
    await mkdir(installed, { recursive: true })
    for (const name of ['dist', 'package.json'])
      await cp(join(folder, name), join(installed, name), { recursive: true })
    for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text)
    const compilerOptions = { strict: true, noEmit: true, target: 'es2022', types: [], ...options }
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }))
    const compiled = run(process.execPath, [join(workspace, TSC), '-p', project])
    return compiled.then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    )
  }

  return { workspace, folder, typeFaults, remove: () => rm(workspace, { recursive: true, force: true }) }
}
