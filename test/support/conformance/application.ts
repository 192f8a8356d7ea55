import { application as roster, resources } from '@roster/api'
import { defineApplication, exportsOf, implement, on } from '@roster/core'
import { newId, Problem } from '@roster/core/contract'
import { fixtures, type Job } from './fixtures.contract.ts'

/** Longest duration of a job, in seconds. It is short because the judge waits for the end of each job. */
const LONGEST = 1

const jobs = new Map<string, Job>()

function begin(seconds: number, fails: boolean): Job {
  const now = Date.now()
  const at = (time: number) => new Date(time).toISOString()
  const ends_at = at(now + Math.min(seconds, LONGEST) * 1_000)
  const job = { id: newId('job', now), ends_at, fails, is_over: seconds === 0, created_at: at(now), expires_at: at(now + 3_600_000) } // prettier-ignore
  jobs.set(job.id, job)
  return job
}

const { simpleText, staticText, item, greet, stream, log, confirm, refuse, compute, fail, job } = fixtures.operations
const { removeAsked, removeKept, removeSigned } = fixtures.operations

/** An application whose operations have the names that the judge looks for. Its tables are Roster's. */
export const application = defineApplication({
  name: 'Test',
  about: { title: 'Test', description: 'What the judge of the protocol calls.' },
  access: roster.access,
  basePath: roster.basePath,
  account: roster.account,
  findAccount: async () => undefined,
  resources: {
    users: resources.users,
    fixtures: implement(fixtures, {
      entities: [],
      procedures: {
        simpleText: on(simpleText, { run: async () => ({ text: 'This is a simple text response for testing.' }) }),
        staticText: on(staticText, { run: async () => ({ text: 'This is the content of the static text resource.' }) }),
        item: on(item, { run: async ({ input: { id } }) => ({ id, text: `Data for ID: ${id}` }) }),
        greet: on(greet, { run: async ({ input: { name } }) => ({ text: `Hello, ${name}!` }) }),
        stream: on(stream, { run: async () => ({ text: 'Nobody was asked.' }) }),
        log: on(log, { run: async () => ({ text: 'Nothing was logged to the client.' }) }),
        confirm: on(confirm, {
          run: async ({ input: { filename } }) => ({ text: `${filename} needs no confirmation.` }),
        }),
        removeAsked: on(removeAsked, { run: async () => {} }),
        removeKept: on(removeKept, { run: async () => {} }),
        removeSigned: on(removeSigned, { run: async () => {} }),
        refuse: on(refuse, {
          run: async () => {
            throw new Problem('conflict', 'This tool intentionally returns an error for testing')
          },
        }),
        compute: on(compute, { run: async ({ input: { seconds } }) => begin(seconds, false) }),
        fail: on(fail, { run: async () => begin(0.1, true) }),
        job: on(job, {
          run: async ({ input: { job_id } }) => {
            const found = jobs.get(job_id)
            if (!found) throw new Problem('not-found', 'There is no such job.')
            return { ...found, is_over: Date.now() >= Date.parse(found.ends_at) }
          },
        }),
      },
    }),
  },
  exports: exportsOf(roster.exported),
  ledgers: roster.ledgers,
})
