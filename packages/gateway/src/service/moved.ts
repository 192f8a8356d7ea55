import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KEPT, syncDirectory } from '@roster/core/server'

/** Thrown when the records of a data directory were moved elsewhere. */
export class DirectoryMoved extends Error {
  override readonly name = 'DirectoryMoved'

  constructor(file: string, place: string) {
    super(
      `What was in this data directory was moved to ${place}. Set DATABASE_URL to go on there, or delete ${file} to go on here without it.`,
    )
  }
}

const fileOf = (directory: string) => join(directory, KEPT.moved)

/** Writes into a data directory, and to the disk, where its records are now, so that no service continues without them. */
export function noteMove(directory: string, place: string): void {
  writeFileSync(fileOf(directory), place, { mode: 0o600, flush: true })
  syncDirectory(directory)
}

/** Throws `DirectoryMoved` when the records of a data directory were moved elsewhere. */
export function requireNotMoved(directory: string): void {
  const file = fileOf(directory)
  if (existsSync(file)) throw new DirectoryMoved(file, readFileSync(file, 'utf8'))
}
