import { closeSync, type Dirent, fdatasyncSync, fsyncSync, openSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Options = Parameters<NodeFS['init']>[1]

/** What a process of PostgreSQL has open. */
interface Stream {
  /** The file; a directory has none. */
  nfd?: number
  node: object
}

/** Emscripten's files of Node.js, as far as they are used here. */
interface NodeFiles {
  node_ops: {
    mknod: (...created: unknown[]) => object
    setattr: (node: object, attributes: object) => void
  }
  stream_ops: {
    write: (stream: Stream, ...written: unknown[]) => number
    fsync?: (stream: Stream) => number
  }
  realPath: (node: object) => string
  tryFSOperation: (operation: () => void) => void
}

/**
 * The files of a cluster, which are on the disk when PostgreSQL must be sure of that. PGlite's own `NodeFS` has no `fsync`: what it wrote in the last half minute
 * would be lost with the power of the machine, or parts of it, and the cluster with them.
 *
 * All files must be on the disk at the start. A recovery syncs each of a thousand files twice, and only those that were changed since are synced here.
 */
export class DurableFiles extends NodeFS {
  override async init(pg: PGlite, options: Options): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun: Options['preRun'] = [...(emscriptenOpts.preRun ?? []), ({ FS }) => addSync(nodeFilesOf(FS))]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function addSync({ node_ops: ofNodes, stream_ops: ofStreams, realPath, tryFSOperation }: NodeFiles): void {
  const changed = new WeakSet<object>()
  const { mknod, setattr } = ofNodes
  const { write } = ofStreams
  ofNodes.mknod = (...created) => {
    const node = mknod(...created)
    changed.add(node)
    return node
  }
  ofNodes.setattr = (node, attributes) => {
    changed.add(node)
    setattr(node, attributes)
  }
  ofStreams.write = (stream, ...written) => {
    changed.add(stream.node)
    return write(stream, ...written)
  }
  ofStreams.fsync = ({ nfd, node }) => {
    if (nfd === undefined) tryFSOperation(() => syncDirectory(realPath(node)))
    else if (changed.has(node)) tryFSOperation(() => fdatasyncSync(nfd))
    return 0
  }
}

const nodeFilesOf = (files: object) => (files as { filesystems: { NODEFS: NodeFiles } }).filesystems.NODEFS

/** Codes of file systems that cannot sync a directory. PostgreSQL goes on without it too. */
const UNABLE: ReadonlySet<unknown> = new Set(['EBADF', 'EINVAL', 'ENOTSUP'])

/** Brings the names in a directory to the disk, where the file system can do that. Windows has no such operation, and opens no directory. */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return
  const opened = openSync(directory, 'r')
  try {
    fsyncSync(opened)
  } catch (error) {
    if (!UNABLE.has((error as NodeJS.ErrnoException).code)) throw error
  } finally {
    closeSync(opened)
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
