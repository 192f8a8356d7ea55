import { AlwaysOffSampler, AlwaysOnSampler, type Sampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import { SpanTracing } from './span-tracing.ts'

const ROOT = { name: 'GET /users', kind: 'server', parent: '' } as const

/** How a request, an operation in it and an event of that are named to others. */
async function namesOf(sampler: Sampler) {
  const tracing = new SpanTracing(new TracerProvider({ sampler }).getTracer('test'))
  const request = tracing.begin(ROOT)
  const within = () =>
    tracing.run({ name: 'users.list' }, async ({ traceparent }) => [
      traceparent,
      tracing.tell({ name: 'create user.created' }),
      tracing.recorded(),
    ])
  const [operation, event, recorded] = await request.within(within)
  return { request: request.traceparent, operation, event, recorded }
}

test('what is done within a trace that is not recorded is no span, and names the trace by the request', async () => {
  const { request, ...parts } = await namesOf(new AlwaysOffSampler())
  expect(request).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  expect(parts).toEqual({ operation: request, event: request, recorded: undefined })
})

test('what is done within a trace that is recorded is a span of its own', async () => {
  const { request, operation, event, recorded } = await namesOf(new AlwaysOnSampler())
  expect(new Set([request, operation, event])).toHaveProperty('size', 3)
  expect(recorded).toBe(operation)
})
