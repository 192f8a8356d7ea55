import { type LogRecord, type Logger, ROOT_CONTEXT, SeverityNumber, trace } from '@opentelemetry/api'
import type { ToldPaths } from './told-paths.ts'

/** Levels of our lines, and the severities that they are. */
const SEVERITIES: Record<number, readonly [SeverityNumber, string]> = {
  10: [SeverityNumber.TRACE, 'TRACE'],
  20: [SeverityNumber.DEBUG, 'DEBUG'],
  30: [SeverityNumber.INFO, 'INFO'],
  40: [SeverityNumber.WARN, 'WARN'],
  50: [SeverityNumber.ERROR, 'ERROR'],
  60: [SeverityNumber.FATAL, 'FATAL'],
}

/**
 * What is told of a line: its members, by their paths, and what each is called then: as the semantic conventions do where they have a name. Whatever else
 * is in a line stays in the process's own log: network addresses, what stands for an account, and messages of errors, which repeat what somebody sent.
 */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  request_id: 'request_id',
  method: 'http.request.method',
  path: 'url.path',
  status: 'http.response.status_code',
  duration_ms: 'duration_ms',
  'caller.type': 'caller.type',
  'caller.id': 'caller.id',
  code: 'error.type',
  'err.type': 'exception.type',
  'err.stack': 'exception.stacktrace',
  'security.event': 'security.event',
  'security.succeeded': 'security.succeeded',
  'security.actor.type': 'security.actor.type',
  'security.actor.id': 'security.actor.id',
  'security.target': 'security.target',
  endpoint_id: 'webhook.endpoint.id',
  reason: 'reason',
  signal: 'signal',
}

type Value = string | number | boolean

/** Sends each line of the log as a record too. */
export const recordStream = (logger: Logger, paths: ToldPaths) => ({
  write: (line: string): void => logger.emit(recordOf(JSON.parse(line) as Record<string, unknown>, paths)),
})

/** A line of the log as a record. */
export function recordOf(line: Record<string, unknown>, paths: ToldPaths): LogRecord {
  const { level, time, msg, trace_id, span_id, trace_flags } = line
  const [severityNumber, severityText] = SEVERITIES[level as number] ?? [SeverityNumber.UNSPECIFIED, '']
  const told = flattened(line).flatMap(([path, value]) => {
    const name = ATTRIBUTES[path]
    return name === undefined ? [] : [[name, toldOf(path, value, paths)] as const]
  })
  return {
    timestamp: time as number,
    severityNumber,
    severityText,
    body: msg,
    attributes: Object.fromEntries(told),
    ...(trace_id !== undefined && {
      context: trace.setSpanContext(ROOT_CONTEXT, {
        traceId: trace_id as string,
        spanId: span_id as string,
        traceFlags: Number.parseInt(trace_flags as string, 16),
      }),
    }),
  }
}

function toldOf(path: string, value: Value, paths: ToldPaths): Value {
  // What is no identifier was typed in the place of one.
  if (path === 'path' || path === 'security.target') return paths.tell(String(value))
  return path === 'err.stack' ? framesOf(String(value)) : value
}

/** The places of a stack, without the messages between them. */
const framesOf = (stack: string): string => stack.match(/^\s+at .*$/gm)?.join('\n') ?? ''

function flattened(members: object, path = ''): [name: string, value: Value][] {
  return Object.entries(members).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === undefined) return []
    if (typeof value === 'object') return flattened(value, `${path}${name}.`)
    return [[path + name, value as Value]]
  })
}
