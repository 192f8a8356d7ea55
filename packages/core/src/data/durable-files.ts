import { fdatasyncSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncDirectory } from './on-disk.ts'

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
