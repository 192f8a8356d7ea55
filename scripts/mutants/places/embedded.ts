import { breaking, type Mutant } from '../mutant.ts'

/** Mutants of the embedded database and its files. */
export const embedded: Mutant[] = [
  ...breaking('packages/core/src/data/durable-files.ts', ['packages/core/src/data/durable-files.test.ts'], {
    'a commit of the embedded database is not on the disk': ['tryFSOperation(() => fdatasyncSync(nfd))', '{}'],
    'a write is not noted, so that its file is not synced': ['    changed.add(stream.node)\n', ''],
    'a new cluster is not on the disk': ['await file.sync()', 'await file.stat()'],
  }),
]
