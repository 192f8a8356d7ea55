import type { Author } from './author.ts'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { orpc } from './orpc.ts'
import { roster } from './roster.ts'
import { trpc } from './trpc.ts'

/** Number of operations of each resource: list, get, create, update, delete. */
export const OPERATIONS = 5

const AUTHORS = { orpc, roster, trpc } satisfies Record<string, Author>

export type Library = keyof typeof AUTHORS

const SETTINGS = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  },
  files: ['app.ts', 'client.ts'],
}

/** Writes an application with this number of operations into `bench/generated`, and returns its folder. */
export async function writeApplication(library: Library, operations: number): Promise<string> {
  const folder = fileURLToPath(new URL(`../generated/${library}-${operations}`, import.meta.url))
  const resources = Array.from({ length: operations / OPERATIONS }, (_, index) => `things${index + 1}`)
  const modules = { ...AUTHORS[library](resources), 'tsconfig.json': JSON.stringify(SETTINGS) }
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(modules)) await writeFile(`${folder}/${name}`, text)
  return folder
}
