import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Refusal } from './ending.ts'

/** Texts of files by their path in a folder. */
export type Files = ReadonlyMap<string, string>

/** Reads the files below a folder, except entries with one of these names. */
export async function readFiles(folder: string, leftOut: readonly string[] = []): Promise<Files> {
  const entries = await readdir(folder, { withFileTypes: true })
  const read = entries
    .filter(({ name }) => !leftOut.includes(name))
    .map(async (entry): Promise<[string, string][]> => {
      const path = join(folder, entry.name)
      if (!entry.isDirectory()) return [[entry.name, await readFile(path, 'utf8')]]
      const within = await readFiles(path, leftOut)
      return Array.from(within, ([name, text]) => [`${entry.name}/${name}`, text])
    })
  return new Map((await Promise.all(read)).flat())
}

/** Writes files into a folder, and creates the folders in their paths. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

/** Returns the names of the entries of a folder; none when there is no such folder. Throws `Refusal` when it is a file. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new Refusal(`${folder} is no folder. Choose another name.`)
    throw error
  })
}
