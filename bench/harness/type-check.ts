import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Turn } from './turn.ts'

const run = promisify(execFile)
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/** Measures a type check of a folder with a `tsconfig.json`, in a separate process. Throws when the check finds an error. */
export async function typeCheck(folder: string): Promise<Turn> {
  const { stdout } = await run(process.execPath, [tsc, '-p', folder, '--extendedDiagnostics'])
  return { seconds: figureOf('Total time', stdout), memory: figureOf('Memory used', stdout) / 1_024 }
}

/** Returns a figure of the compiler's diagnostics, in seconds or KiB. */
const figureOf = (name: string, diagnostics: string) =>
  Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(diagnostics)![1])
