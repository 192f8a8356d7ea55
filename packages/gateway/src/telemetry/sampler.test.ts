import { ROOT_CONTEXT, SpanKind, trace, TraceFlags } from '@opentelemetry/api'
import { SamplingDecision } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import type { SamplerName } from '../settings/telemetry.ts'
import { samplerOf } from './sampler.ts'

const [LOW, HIGH] = ['1'.padStart(32, '0'), `ffffffff${'1'.padStart(24, '0')}`]

/** Whether a trace is recorded that begins here, or that a caller records or not. */
function isRecorded(name: SamplerName, traceId: string, traceFlags?: TraceFlags): boolean {
  const parent = { traceId, spanId: 'b7ad6b7169203331', traceFlags: traceFlags!, isRemote: true }
  const context = traceFlags === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
  const sampler = samplerOf({ name, ratio: 0.5 })
  const { decision } = sampler.shouldSample(context, traceId, 'GET /v1/users', SpanKind.SERVER, {}, [])
  return decision === SamplingDecision.RECORD_AND_SAMPLED
}

test.each<[name: SamplerName, low: boolean, high: boolean, sampled: boolean, unsampled: boolean]>([
  ['always_on', true, true, true, true],
  ['always_off', false, false, false, false],
  ['traceidratio', true, false, false, false],
  ['parentbased_always_on', true, true, true, false],
  ['parentbased_always_off', false, false, true, false],
  ['parentbased_traceidratio', true, false, true, false],
])('with %s and a half those traces are recorded that the specification says', (name, ...recorded) => {
  const ofCallers = [TraceFlags.SAMPLED, TraceFlags.NONE].map((flags) => isRecorded(name, HIGH, flags))
  expect([isRecorded(name, LOW), isRecorded(name, HIGH), ...ofCallers]).toEqual(recorded)
})
