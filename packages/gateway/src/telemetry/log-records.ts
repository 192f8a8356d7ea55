import { type LogRecord, type Logger, ROOT_CONTEXT, SeverityNumber, trace } from '@opentelemetry/api'
import type { ToldPaths } from './told-paths.ts'

/** Severities by the levels of log lines. */
const SEVERITIES: Record<number, readonly [SeverityNumber, string]> = {
  10: [SeverityNumber.TRACE, 'TRACE'],
  20: [SeverityNumber.DEBUG, 'DEBUG'],
  30: [SeverityNumber.INFO, 'INFO'],
  40: [SeverityNumber.WARN, 'WARN'],
  50: [SeverityNumber.ERROR, 'ERROR'],
  60: [SeverityNumber.FATAL, 'FATAL'],
}

/**
 * Members of a log line that are sent, by path, with the names of their attributes: those of the semantic conventions, if there are any. Other members stay in
 * the process's own log: network addresses, values that stand for an account, and messages of errors, which repeat what a client sent.
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

/** Returns a stream that sends each line of the log as a record. */
export const recordStream = (logger: Logger, paths: ToldPaths) => ({
  write: (line: string): void => logger.emit(recordOf(JSON.parse(line) as Record<string, unknown>, paths)),
})

/** Returns a line of the log as a record. */
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
  // A segment that is no identifier is text that a client typed.
  if (path === 'path' || path === 'security.target') return paths.tell(String(value))
  return path === 'err.stack' ? framesOf(String(value)) : value
}

/** Returns the frames of a stack, without the messages between them. */
const framesOf = (stack: string): string => stack.match(/^\s+at .*$/gm)?.join('\n') ?? ''

function flattened(members: object, path = ''): [name: string, value: Value][] {
  return Object.entries(members).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === undefined) return []
    if (typeof value === 'object') return flattened(value, `${path}${name}.`)
    return [[path + name, value as Value]]
  })
}
