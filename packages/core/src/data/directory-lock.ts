import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { KEPT } from './data-directory.ts'
import { keepPrivate } from './private-directory.ts'
import { reasonOf } from './unreachable.ts'

/** Thrown when another process has the data directory open. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse'

  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another process. Stop that process, or give this one another directory.`,
    )
  }
}

/** Thrown when the data directory cannot be written, or when PostgreSQL does not start on its files. */
export class DirectoryUnusable extends Error {
  override readonly name = 'DirectoryUnusable'

  constructor(directory: string, cause: unknown) {
    super(
      `The embedded database in ${directory} cannot be opened: ${reasonOf(cause)}. See that its disk has room and can be written. ` +
        'Where its files are damaged, restore a back-up into another directory.',
      { cause },
    )
  }
}

/**
 * Locks a directory for this process, makes it when it is missing, and closes it to other users. The lock is SQLite's exclusive lock on `lock.db`. The kernel
 * holds the lock, so it ends with the process, however that dies, and it reaches across containers that share the directory. Throws `DirectoryInUse`,
 * `DirectoryNotPrivate` and `DirectoryUnusable`.
 */
export function lockDirectory(directory: string): { release(): void } {
  keepPrivate(directory)
  const path = join(directory, KEPT.lock)
  let file: DatabaseSync | undefined
  try {
    file = new DatabaseSync(path)
    chmodSync(path, 0o600)
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    file?.close()
    if (error instanceof Error && /locked/.test(error.message)) throw new DirectoryInUse(directory)
    throw new DirectoryUnusable(directory, error)
  }
  return { release: () => file.close() }
}

/** Whether another process has a directory open. */
export function isLocked(directory: string): boolean {
  try {
    lockDirectory(directory).release()
    return false
  } catch (error) {
    return error instanceof DirectoryInUse
  }
}
