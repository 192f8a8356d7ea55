import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { KEPT, syncDirectory, unfinishedOf } from '@roster/core/server'
import { SECRET_LENGTH } from './secrets.ts'

/** Returns the path of the secret file in a data directory, for a service without a secret in its settings. */
export const secretFileIn = (directory: string): string => join(directory, KEPT.secret)

/** Returns the secret in a file; undefined when there is no such file. Throws for a secret that is cut short. */
export function readSecretFile(file: string): Buffer | undefined {
  const secret = readIfThere(file)
  if (secret === undefined || secret.length >= SECRET_LENGTH) return secret
  throw new Error(
    `${file} has a secret of ${secret.length} bytes, and not of ${SECRET_LENGTH} or more: it was cut short. ` +
      'Put it back as it was; where the service has never run, delete it, and the next start makes another.',
  )
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return Buffer.from(readFileSync(file, 'utf8'), 'base64')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Creates a secret in a file that only its owner may read, and returns it. The file appears once it is complete and on the disk. No other process may create it
 * meanwhile.
 */
export function makeSecretFile(file: string): Buffer {
  const secret = randomBytes(SECRET_LENGTH)
  const made = unfinishedOf(file)
  rmSync(made, { force: true })
  writeFileSync(made, secret.toString('base64'), { mode: 0o600, flush: true })
  renameSync(made, file)
  syncDirectory(dirname(file))
  return secret
}
