import { closeSync, type Dirent, fsyncSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Codes of directories that cannot be opened or synced, on some file systems or for this user. PostgreSQL goes on without it too. */
const UNABLE: ReadonlySet<unknown> = new Set(['EACCES', 'EBADF', 'EINVAL', 'ENOTSUP'])

/**
 * Brings the names in a directory to the disk, where that can be done. A file is not there after a power cut without it, whatever was done with its content.
 * Windows has no such operation, and opens no directory.
 */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  let opened: number | undefined
  try {
    opened = openSync(directory, 'r')
    fsyncSync(opened)
  } catch (error) {
    if (!UNABLE.has((error as NodeJS.ErrnoException).code)) throw error
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}

/** How many files are synced at once: the file system then writes its journal once for several. */
const AT_ONCE = 32

/** Brings all files below a directory to the disk, and their names. */
export async function syncAll(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const pathOf = ({ parentPath, name }: Dirent) => join(parentPath, name)
  const files = entries.filter((entry) => entry.isFile()).values()
  async function syncOthers() {
    for (const entry of files) {
      // Windows syncs no file that is open for reading alone.
      const file = await open(pathOf(entry), 'r+')
      try {
        await file.sync()
      } finally {
        await file.close()
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, syncOthers))
  for (const entry of entries) if (entry.isDirectory()) syncDirectory(pathOf(entry))
  syncDirectory(directory)
}
