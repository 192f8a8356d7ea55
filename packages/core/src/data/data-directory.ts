/** Names of what a service keeps in its data directory. */
export const KEPT = {
  cluster: 'pgdata',
  secret: 'secret',
  moved: 'moved',
  control: 'control.sock',
  lock: 'lock.db',
} as const

/** Returns the path at which a file or directory is written until it is whole. */
export const unfinishedOf = (path: string): string => `${path}.unfinished`

/** Prefix of the name of a copy of the cluster. `mkdtemp` adds the rest. */
export const COPY_PREFIX = 'copy.unfinished-'

const COPY = /^copy\.unfinished-\w{6}$/

/** Whether a name is that of a copy of the cluster. No other file may have such a name, since the remains of copies are deleted. */
export const isCopy = (name: string): boolean => COPY.test(name)

const NAMES: ReadonlySet<string> = new Set([
  ...Object.values(KEPT),
  unfinishedOf(KEPT.cluster),
  unfinishedOf(KEPT.secret),
  // A directory that file systems keep at their root.
  'lost+found',
])

/** Whether a name in a data directory belongs to its service, also after the service was killed. */
export const isKept = (name: string): boolean => NAMES.has(name) || isCopy(name) || name.startsWith(`${KEPT.lock}-`)
