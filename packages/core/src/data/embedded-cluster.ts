import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { unfinishedOf } from './data-directory.ts'
import { DirectoryUnusable } from './directory-lock.ts'
import { DurableFiles } from './durable-files.ts'
import { syncAll, syncDirectory } from './on-disk.ts'

/**
 * Start options of the embedded PostgreSQL. Its buffers take memory as they are used, and never give it back. The operating system caches files as well, so
 * that a quarter of the default is as fast.
 */
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

/** Start options on files. `-F` would turn `fsync` off. Only `fsync` and no other `wal_sync_method` reaches `DurableFiles`. */
const DURABLE = [...START.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync']

/** Name of the file that a cluster has while it runs. After a killed process its last writes may not be on the disk. */
export const RUNNING = 'postmaster.pid'

/** Returns the files of an empty cluster as a compressed archive: `initdb` would take seconds and half a gigabyte of memory. */
async function emptyCluster(): Promise<Blob> {
  const { dataDir } = await import('@electric-sql/pglite-prepopulatedfs')
  return dataDir()
}

/** Starts PostgreSQL in memory. */
export async function startInMemory(): Promise<PGlite> {
  return PGlite.create({ startParams: START, loadDataDir: await emptyCluster() })
}

/**
 * Starts PostgreSQL on the cluster in a directory, and makes the cluster when it is missing. No other process may use the directory. Throws
 * `DirectoryUnusable`.
 */
export async function startIn(directory: string): Promise<PGlite> {
  try {
    if (!existsSync(directory)) await makeCluster(directory)
    else if (existsSync(join(directory, RUNNING))) await syncAll(directory)
    return await PGlite.create({ startParams: DURABLE, fs: new DurableFiles(directory) })
  } catch (cause) {
    throw new DirectoryUnusable(directory, cause)
  }
}

/** Writes an empty cluster beside its directory, for its owner alone, and renames it to the directory when it is whole, and on the disk. */
export async function makeCluster(directory: string): Promise<void> {
  const { unpackTar } = await import('modern-tar/fs')
  const archive = await emptyCluster()
  const made = unfinishedOf(directory)
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true, mode: 0o700 })
  await pipeline(archive.stream(), createGunzip(), unpackTar(made, { dmode: 0o700, fmode: 0o600 }))
  await syncAll(made)
  renameSync(made, directory)
  syncDirectory(dirname(directory))
}
