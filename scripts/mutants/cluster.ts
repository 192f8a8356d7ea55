import { PGlite } from '@electric-sql/pglite'

/** Names the data directory of an embedded database in which there is nothing, for runs that follow each other: to make one takes three seconds. */
const MADE = 'ROSTER_TEST_CLUSTER'

/** Makes the data directory of an embedded database in which there is nothing, for every run of tests that this process and its own begin. */
export async function shareCluster(directory: string): Promise<void> {
  process.env[MADE] = await makeCluster(directory)
}

/** Returns a data directory of an embedded database in which there is nothing, to be copied: the shared one, or one that is made in the directory. */
export async function emptyCluster(directory: string): Promise<string> {
  return process.env[MADE] ?? makeCluster(directory)
}

async function makeCluster(directory: string): Promise<string> {
  await (await PGlite.create(directory)).close()
  return directory
}
