import { PGlite } from '@electric-sql/pglite'

/** Environment variable with the data directory of an empty embedded database. Test runs share it, because creating one takes three seconds. */
const MADE = 'ROSTER_TEST_CLUSTER'

/** Creates the data directory of an empty embedded database, for all test runs of this process and its child processes. */
export async function shareCluster(directory: string): Promise<void> {
  process.env[MADE] = await makeCluster(directory)
}

/** Returns the data directory of an empty embedded database, to be copied: the shared one, or else a new one in this directory. */
export async function emptyCluster(directory: string): Promise<string> {
  return process.env[MADE] ?? makeCluster(directory)
}

async function makeCluster(directory: string): Promise<string> {
  await (await PGlite.create(directory)).close()
  return directory
}
