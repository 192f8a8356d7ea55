import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

type Files = ReadonlyMap<string, string>

/** Writes files into a folder. Deletes its files that begin with the header and are not in `files`. */
export async function writeFiles(folder: string, files: Files, header: string): Promise<void> {
  for (const path of await leftOver(folder, files, header)) await rm(join(folder, path))
  for (const [path, text] of files) await writeTo(join(folder, path), text)
}

/** Writes the files that do not exist yet. Existing files stay unchanged. */
export async function writeMissing(folder: string, files: Files): Promise<void> {
  for (const [path, text] of files)
    if ((await textAt(join(folder, path))) === undefined) await writeTo(join(folder, path), text)
}

/** Returns what `writeFiles` would change in a folder, in words. */
export async function differences(folder: string, files: Files, header: string): Promise<string[]> {
  const found: string[] = []
  for (const [path, text] of files) {
    const there = await textAt(join(folder, path))
    if (there === undefined) found.push(`${path} is missing`)
    else if (there !== text) found.push(`${path} differs`)
  }
  return [...found, ...(await leftOver(folder, files, header)).map((path) => `${path} is not written any more`)]
}

/** Returns the files that an earlier run wrote and that are not in `files`. */
async function leftOver(folder: string, files: Files, header: string): Promise<string[]> {
  const left: string[] = []
  for (const path of await sourcesIn(folder))
    if (!files.has(path) && (await readFile(join(folder, path), 'utf8')).startsWith(header)) left.push(path)
  return left
}

async function sourcesIn(folder: string, within = ''): Promise<string[]> {
  const entries = await readdir(join(folder, within), { withFileTypes: true }).catch(ifMissing([]))
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = within === '' ? entry.name : `${within}/${entry.name}`
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesIn(folder, path)
      return path.endsWith('.ts') ? [path] : []
    }),
  )
  return found.flat()
}

async function writeTo(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

const textAt = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(ifMissing(undefined))

/** Returns an error handler that gives `value` for a missing file or folder, and throws other errors. */
const ifMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return value
    throw error
  }
