import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KEPT, unfinishedOf } from '@roster/core/server'
import { SECRET_LENGTH } from './secrets.ts'

/** Where the secret of a service is that the settings give none: in its data directory. */
export const secretFileIn = (directory: string): string => join(directory, KEPT.secret)

/** The secret in a file; undefined where there is no such file. Throws for one that is cut short. */
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

/** Makes a secret in a file, for its owner alone. The file is there when it is whole and on the disk. Nobody else may make it meanwhile. */
export function makeSecretFile(file: string): Buffer {
  const secret = randomBytes(SECRET_LENGTH)
  const made = unfinishedOf(file)
  rmSync(made, { force: true })
  writeFileSync(made, secret.toString('base64'), { mode: 0o600, flush: true })
  renameSync(made, file)
  return secret
}
