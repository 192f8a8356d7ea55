import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { KEPT } from './data-directory.ts'
import { keepPrivate } from './private-directory.ts'

/** Another process has the data directory open. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'

  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another process. Stop that process, or give this one another directory.`,
    )
  }
}

/**
 * Takes a directory for this process alone, making it when it is missing, and keeps it from other users. The lock is SQLite's exclusive lock on `lock.db`: the
 * kernel holds it, so it ends with the process however that dies, and it reaches across containers that share the directory.
 */
export function lockDirectory(directory: string): { release(): void } {
  keepPrivate(directory)
  const path = join(directory, KEPT.lock)
  const file = new DatabaseSync(path)
  try {
    chmodSync(path, 0o600)
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if (error instanceof Error && /locked/.test(error.message)) throw new DirectoryInUse(directory)
    throw error
  }
  return { release: () => file.close() }
}
