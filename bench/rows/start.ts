import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figure } from '../harness/columns.ts'
import type { Contender, Group } from '../harness/row.ts'
import { timeService } from '../harness/service.ts'

const folder = () => mkdtemp(join(tmpdir(), 'roster-start-'))
const remove = (directory: string) => rm(directory, { recursive: true, force: true })

const first: Contender = {
  name: 'First, embedded database',
  start: async () => ({
    async turn() {
      const directory = await folder()
      try {
        return await timeService(embeddedIn(directory))
      } finally {
        await remove(directory)
      }
    },
    async stop() {},
  }),
}

const later: Contender = {
  name: 'Later, embedded database',
  async start() {
    const directory = await folder()
    await timeService(embeddedIn(directory))
    return { turn: () => timeService(embeddedIn(directory)), stop: () => remove(directory) }
  },
}

const onServer: Contender = {
  name: 'Later, PostgreSQL',
  start: async (environment) => ({ turn: () => timeService(environment), async stop() {} }),
}

const embeddedIn = (directory: string) => ({ DATABASE_URL: undefined, ROSTER_DATA_DIR: directory })

/** Costs of `npm start` before the first request. */
export const start: Group = {
  name: 'start',
  needsPostgres: true,
  rows: [
    {
      title: '`npm start`',
      aim: 'first 2 s and 350 MiB, later 1.2 s and 300 MiB, 140 MiB idle on PostgreSQL',
      columns: [figure('seconds', 'seconds', 2), figure('MiB at the peak', 'peak', 0), figure('idle', 'memory', 0)],
      contenders: [first, later, onServer],
      rounds: 5,
      warmUp: 0,
    },
  ],
}
