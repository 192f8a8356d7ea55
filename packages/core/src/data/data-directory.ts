/** What a service keeps in its data directory, by name. */
export const KEPT = {
  cluster: 'pgdata',
  secret: 'secret',
  moved: 'moved',
  control: 'control.sock',
  lock: 'lock.db',
} as const

/** Where what has a path is written until it is whole. */
export const unfinishedOf = (path: string): string => `${path}.unfinished`

/** What the name of a copy of the cluster begins with. `mkdtemp` adds the rest. */
export const COPY_PREFIX = 'copy.unfinished-'

const COPY = /^copy\.unfinished-\w{6}$/

/** Whether that is what a copy of the cluster is called: a name that nobody else gives, since what is left of copies is deleted. */
export const isCopy = (name: string): boolean => COPY.test(name)

const NAMES: ReadonlySet<string> = new Set([
  ...Object.values(KEPT),
  unfinishedOf(KEPT.cluster),
  unfinishedOf(KEPT.secret),
  // What file systems keep at their root.
  'lost+found',
])

/** Whether what has a name in a data directory is its service's, also where that was killed. */
export const isKept = (name: string): boolean => NAMES.has(name) || isCopy(name) || name.startsWith(`${KEPT.lock}-`)
