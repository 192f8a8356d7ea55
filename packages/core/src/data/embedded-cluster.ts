import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { unfinishedOf } from './data-directory.ts'
import { DirectoryUnusable } from './directory-lock.ts'

/**
 * What the embedded PostgreSQL is started with. Its buffers are touched as they are used and never given back; the operating system caches
 * files as well, so that a quarter of the default serves as fast.
 */
const START: PGliteOptions = { startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'] }

/** The files of a cluster in which there is nothing, as a compressed archive: `initdb` would take seconds and half a gigabyte of memory. */
async function emptyCluster(): Promise<Blob> {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs')
  return dataDir()
}

/** Starts PostgreSQL in memory. */
export async function startInMemory(): Promise<PGlite> {
  return PGlite.create({ ...START, loadDataDir: await emptyCluster() })
}

/** Starts PostgreSQL on the cluster in a directory, and makes it where there is none. Nobody else may have the directory. Throws `DirectoryUnusable`. */
export async function startIn(directory: string): Promise<PGlite> {
  try {
    if (!existsSync(directory)) await makeCluster(directory)
    return await PGlite.create({ ...START, dataDir: directory })
  } catch (cause) {
    throw new DirectoryUnusable(directory, cause)
  }
}

/** Writes an empty cluster beside its directory, for its owner alone, and puts it in place when it is whole. */
export async function makeCluster(directory: string): Promise<void> {
  const { unpackTar } = await import('modern-tar/fs')
  const archive = await emptyCluster()
  const made = unfinishedOf(directory)
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true, mode: 0o700 })
  await pipeline(archive.stream(), createGunzip(), unpackTar(made, { dmode: 0o700, fmode: 0o600 }))
  renameSync(made, directory)
}
