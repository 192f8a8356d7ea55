import { breaking, type Mutant } from '../mutant.ts'

/** Mutants of the embedded database and its files. */
export const embedded: Mutant[] = [
  ...breaking('packages/core/src/data/durable-files.ts', ['packages/core/src/data/durable-files.test.ts'], {
    'a commit of the embedded database is not on the disk': ['tryFSOperation(() => fdatasyncSync(nfd))', '{}'],
    'a write is not noted, so that its file is not synced': ['    changed.add(stream.node)\n', ''],
    'a file that is only made is not synced': ['    changed.add(node)\n    return node', '    return node'],
    'a file that is only cut is not synced': ['    changed.add(node)\n    setattr', '    setattr'],
    'names are not on the disk': ['tryFSOperation(() => syncDirectory(realPath(node)))', '{}'],
  }),
  ...breaking('packages/core/src/data/on-disk.ts', ['packages/core/src/data/durable-files.test.ts'], {
    'a new cluster is not on the disk': ['await file.sync()', 'await file.stat()'],
  }),
  ...breaking('packages/core/src/data/embedded-cluster.ts', ['packages/core/src/data/durable-files.test.ts'], {
    'a new cluster has its name before it is on the disk': [
      '  await syncAll(made)\n  renameSync(made, directory)',
      '  renameSync(made, directory)\n  await syncAll(directory)',
    ],
  }),
  ...breaking('packages/core/src/data/embedded-end.ts', ['packages/core/src/data/embedded-end.test.ts'], {
    'a database that has ended is asked again, and never answers': ["severity === 'PANIC'", "severity === ''"],
    'a database that has ended is a fault of ours': ["CRASHED = '57P02'", "CRASHED = 'XX000'"],
  }),
]
