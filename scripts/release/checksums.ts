import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes the SHA-256 of every file of a folder into SHA256SUMS, in the format of `sha256sum --check`. */
export async function withChecksums(folder: string): Promise<void> {
  const lines: string[] = []
  for (const name of (await readdir(folder)).toSorted()) {
    const sum = createHash('sha256').update(await readFile(join(folder, name)))
    lines.push(`${sum.digest('hex')}  ${name}\n`)
  }
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''))
}
