import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { COPY_PREFIX, isKept, KEPT } from './data-directory.ts'

/** Permissions of all users but the owner. */
const OTHERS = 0o077

/** Thrown when a data directory cannot be closed to the other users of the machine, or when this user cannot open it. */
export class DirectoryNotPrivate extends Error {
  override readonly name = 'DirectoryNotPrivate'
}

/**
 * Restricts the data directory, and what a service keeps in it, to its owner (0700 and 0600). Makes the directory when it is missing. Throws
 * `DirectoryNotPrivate`, also for a directory that others can open and that holds something else: it is never closed to them. Throws it as well when root opens
 * the database of another user, who could not open what root writes.
 */
export function keepPrivate(directory: string): void {
  const names = contentOf(directory)
  if (process.geteuid?.() === 0) requireOfRoot(directory)
  if (isOpen(statSync(directory))) {
    const foreign = names.find((name) => !isKept(name))
    if (foreign !== undefined) throw new DirectoryNotPrivate(sharedDirectory(directory, foreign))
    close(directory, 0o700)
  }
  for (const name of names.filter(isKept)) closeAll(join(directory, name))
}

function requireOfRoot(directory: string): void {
  const owner = statSync(join(directory, KEPT.cluster), { throwIfNoEntry: false })?.uid ?? 0
  if (owner !== 0 && owner !== writerIn(directory)) throw new DirectoryNotPrivate(ofAnother(directory, owner))
}

/** Returns the user to whom belongs what this process writes into a directory: some file systems give what root writes to another user. */
function writerIn(directory: string): number {
  const made = mkdtempSync(join(directory, COPY_PREFIX))
  try {
    return statSync(made).uid
  } finally {
    rmdirSync(made)
  }
}

/** Returns the names of what is in a directory, and makes the directory when it is missing. */
function contentOf(directory: string): string[] {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return readdirSync(directory)
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code
    const advice = why === 'EEXIST' || why === 'ENOTDIR' ? IS_FILE : GIVE_IT
    throw new DirectoryNotPrivate(`The data directory ${directory} cannot be opened (${why}). ${advice}`, { cause })
  }
}

const IS_FILE = 'A file is in its place: name another directory.'

const GIVE_IT = 'Give the directory and what is in it to the user that it runs as.'

/**
 * Restricts a file, or a directory with all that is in it, to the owner. The target of a symbolic link belongs to others, so it is left. A file that is missing
 * was deleted by the service that has the directory.
 */
function closeAll(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return
  if (isOpen(found)) close(path, found.isDirectory() ? 0o700 : 0o600)
  if (found.isDirectory()) for (const name of namesIn(path)) closeAll(join(path, name))
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

const isOpen = ({ mode }: { mode: number }) => (mode & OTHERS) !== 0

function close(path: string, mode: number): void {
  try {
    chmodSync(path, mode)
  } catch (cause) {
    if (isGone(cause)) return
    const what = `Other users of this machine can open ${path}, and this process may not change that.`
    throw new DirectoryNotPrivate(`${what} ${GIVE_IT}`, { cause })
  }
}

const sharedDirectory = (directory: string, foreign: string) =>
  `Other users of this machine can open the data directory ${directory}, which also holds ${foreign}. ` +
  'Give the service a directory of its own, or close this one to others with: chmod 700.'

const ofAnother = (directory: string, owner: number) =>
  `The database in the data directory ${directory} belongs to the user with the number ${owner}, who could not open what root writes into it. ` +
  `Run this as that user, such as with: sudo -u '#${owner}'. Where root is to have it from now on, use: chown -R root.`
