import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { unfinishedOf } from './data-directory.ts'
import { DirectoryUnusable } from './directory-lock.ts'

/**
 * Start options of the embedded PostgreSQL. Its buffers take memory as they are used, and never give it back. The operating system caches files as well, so
 * that a quarter of the default is as fast.
 */
const START: PGliteOptions = { startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'] }

/** Returns the files of an empty cluster as a compressed archive: `initdb` would take seconds and half a gigabyte of memory. */
async function emptyCluster(): Promise<Blob> {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs')
  return dataDir()
}

/** Starts PostgreSQL in memory. */
export async function startInMemory(): Promise<PGlite> {
  return PGlite.create({ ...START, loadDataDir: await emptyCluster() })
}

/**
 * Starts PostgreSQL on the cluster in a directory, and makes the cluster when it is missing. No other process may use the directory. Throws
 * `DirectoryUnusable`.
 */
export async function startIn(directory: string): Promise<PGlite> {
  try {
    if (!existsSync(directory)) await makeCluster(directory)
    return await PGlite.create({ ...START, dataDir: directory })
  } catch (cause) {
    throw new DirectoryUnusable(directory, cause)
  }
}

/** Writes an empty cluster beside its directory, for its owner alone, and renames it to the directory when it is whole. */
export async function makeCluster(directory: string): Promise<void> {
  const { unpackTar } = await import('modern-tar/fs')
  const archive = await emptyCluster()
  const made = unfinishedOf(directory)
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true, mode: 0o700 })
  await pipeline(archive.stream(), createGunzip(), unpackTar(made, { dmode: 0o700, fmode: 0o600 }))
  renameSync(made, directory)
}
