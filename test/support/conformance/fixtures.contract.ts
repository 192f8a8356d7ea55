import { idSchema, operation, type OutputOf, resource, timestamp, type Work } from '@roster/core/contract'
import { z } from 'zod'

const SCOPE = 'read:users'
const words = { summary: 'For the judge', description: 'What the judge of the protocol calls.' }
const text = z.string().meta({ description: 'What it says.', examples: ['Hello'] })
const said = z.object({ text }).meta({ id: 'Said', description: 'A text.', examples: [{ text: 'Hello' }] })
const called = (name: string) => ({ name, description: 'For the judge alone.' })

const job = z
  .object({
    id: idSchema('job', 'the job'),
    ends_at: timestamp.meta({ description: 'When it ends.' }),
    fails: z.boolean().meta({ description: 'Whether it fails.', examples: [false] }),
    is_over: z.boolean().meta({ description: 'Whether it has ended.', examples: [false] }),
    created_at: timestamp.meta({ description: 'When it was begun.' }),
    expires_at: timestamp.meta({ description: 'When it is forgotten.' }),
  })
  .meta({ id: 'Job', description: 'Work that takes a while.' })

export type Job = z.output<typeof job>

const workOn = ({ is_over, fails, created_at: since, expires_at: until }: Job): Work => ({
  state: is_over ? (fails ? 'failed' : 'done') : 'working',
  progress: is_over ? 'over' : 'under way',
  since,
  until,
})

const begun = { output: job, status: 202, location: '/v1/jobs/{id}', work: workOn } as const
const item = {
  id: z
    .string()
    .max(100)
    .meta({ description: 'Which one.', examples: ['123'] }),
}
const label = text.optional()

/** Returns an operation that deletes something, for which an agent's user must confirm. */
const removal = (path: string, tool: string) =>
  operation({ ...words, method: 'DELETE', path, scope: SCOPE, agent: called(tool) })

/** The tools, resources and jobs that the judge expects, under its names, as operations of an application. */
export const fixtures = resource({
  name: 'fixtures',
  title: 'Fixtures',
  description: 'What the judge of the protocol calls.',
  events: {},
  operations: {
    simpleText: operation({
      ...words,
      method: 'GET',
      path: '/v1/simple-text',
      scope: SCOPE,
      output: said,
      agent: called('test_simple_text'),
    }),
    staticText: operation({
      ...words,
      method: 'GET',
      path: '/v1/static-text',
      scope: SCOPE,
      output: said,
      agent: called('static_text'),
    }),
    item: operation({
      ...words,
      method: 'GET',
      path: '/v1/template/{id}/data',
      scope: SCOPE,
      params: item,
      output: z.object({ id: item.id, text }).meta({ id: 'Item', description: 'One of many.' }),
    }),
    greet: operation({
      ...words,
      method: 'GET',
      path: '/v1/greeting',
      scope: SCOPE,
      query: { name: text },
      output: said,
      agent: called('greet'),
    }),
    stream: operation({
      ...words,
      method: 'GET',
      path: '/v1/stream',
      scope: SCOPE,
      output: said,
      agent: called('test_streaming_elicitation'),
    }),
    log: operation({
      ...words,
      method: 'GET',
      path: '/v1/log',
      scope: SCOPE,
      output: said,
      agent: called('test_logging_tool'),
    }),
    confirm: operation({
      ...words,
      method: 'GET',
      path: '/v1/confirmation',
      scope: SCOPE,
      query: { filename: text },
      output: said,
      agent: called('confirm_delete'),
    }),
    removeAsked: removal('/v1/asked', 'test_input_required_result_elicitation'),
    removeKept: removal('/v1/kept', 'test_input_required_result_request_state'),
    removeSigned: removal('/v1/signed', 'test_input_required_result_tampered_state'),
    refuse: operation({
      ...words,
      method: 'GET',
      path: '/v1/refusal',
      scope: SCOPE,
      output: said,
      errors: ['conflict'],
      agent: called('test_error_handling'),
    }),
    compute: operation({
      ...words,
      method: 'POST',
      path: '/v1/jobs',
      scope: SCOPE,
      body: {
        seconds: z
          .number()
          .min(0)
          .max(60)
          .meta({ description: 'How long.', examples: [1] }),
        label,
      },
      example: { seconds: 1 },
      ...begun,
      agent: called('slow_compute'),
    }),
    fail: operation({
      ...words,
      method: 'POST',
      path: '/v1/failing-jobs',
      scope: SCOPE,
      ...begun,
      agent: called('failing_job'),
    }),
    job: operation({
      ...words,
      method: 'GET',
      path: '/v1/jobs/{job_id}',
      scope: SCOPE,
      params: { job_id: idSchema('job', 'the job') },
      output: job,
    }),
  },
})

export type Fixtures = typeof fixtures.operations
export type JobOutput = OutputOf<Fixtures['job']>
