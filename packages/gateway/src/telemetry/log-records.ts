import { type LogRecord, type Logger, ROOT_CONTEXT, SeverityNumber, trace } from '@opentelemetry/api'
import { harmlessPath } from './harmless-path.ts'

/** Levels of our lines, and the severities that they are. */
const SEVERITIES: Record<number, readonly [SeverityNumber, string]> = {
  10: [SeverityNumber.TRACE, 'TRACE'],
  20: [SeverityNumber.DEBUG, 'DEBUG'],
  30: [SeverityNumber.INFO, 'INFO'],
  40: [SeverityNumber.WARN, 'WARN'],
  50: [SeverityNumber.ERROR, 'ERROR'],
  60: [SeverityNumber.FATAL, 'FATAL'],
}

/** Members of our lines that the semantic conventions have names for. */
const NAMES: Readonly<Record<string, string>> = {
  address: 'client.address',
  method: 'http.request.method',
  path: 'url.path',
  status: 'http.response.status_code',
  'err.type': 'exception.type',
  'err.message': 'exception.message',
  'err.stack': 'exception.stacktrace',
}

type Value = string | number | boolean

/** Sends each line of the log as a record too. */
export const recordStream = (logger: Logger) => ({
  write: (line: string): void => logger.emit(recordOf(JSON.parse(line) as Record<string, unknown>)),
})

/** A line of the log as a record: what is nested in it is named by its path. */
export function recordOf(line: Record<string, unknown>): LogRecord {
  const { level, time, msg, pid: _pid, hostname: _hostname, trace_id, span_id, trace_flags, ...rest } = line
  const members = typeof rest['path'] === 'string' ? { ...rest, path: harmlessPath(rest['path']) } : rest
  const [severityNumber, severityText] = SEVERITIES[level as number] ?? [SeverityNumber.UNSPECIFIED, '']
  return {
    timestamp: time as number,
    severityNumber,
    severityText,
    body: msg as string,
    attributes: Object.fromEntries(flattened(members).map(([name, value]) => [NAMES[name] ?? name, value])),
    ...(trace_id !== undefined && {
      context: trace.setSpanContext(ROOT_CONTEXT, {
        traceId: trace_id as string,
        spanId: span_id as string,
        traceFlags: Number.parseInt(trace_flags as string, 16),
      }),
    }),
  }
}

function flattened(members: object, path = ''): [name: string, value: Value][] {
  return Object.entries(members).flatMap(([name, value]: [string, unknown]) => {
    if (value === null || value === undefined) return []
    if (typeof value === 'object') return flattened(value, `${path}${name}.`)
    return [[path + name, value as Value]]
  })
}
