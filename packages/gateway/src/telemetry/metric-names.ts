/** The name and unit of a metric of the registry in the semantic conventions. */
export interface Convention {
  name: string
  /** Unit, in UCUM. */
  unit: string
  /** Names of attributes, by label. */
  labels?: Readonly<Record<string, string>>
  /** Additional attributes. */
  attributes?: Readonly<Record<string, string>>
  /** Whether the values of several processes can be added up. */
  isSum?: boolean
}

const delay = (what: string): Convention => ({ name: `nodejs.eventloop.delay.${what}`, unit: 's' })

/** Metrics that have a name in the semantic conventions. Other metrics keep their own. */
const CONVENTIONS: Readonly<Record<string, Convention>> = {
  http_request_duration_seconds: {
    name: 'http.server.request.duration',
    unit: 's',
    labels: { method: 'http.request.method', route: 'http.route', status: 'http.response.status_code' },
  },
  db_pool_waiting_queries: { name: 'db.client.connection.pending_requests', unit: '{request}', isSum: true },
  process_cpu_user_seconds_total: { name: 'process.cpu.time', unit: 's', attributes: { 'cpu.mode': 'user' } },
  process_cpu_system_seconds_total: { name: 'process.cpu.time', unit: 's', attributes: { 'cpu.mode': 'system' } },
  process_resident_memory_bytes: { name: 'process.memory.usage', unit: 'By', isSum: true },
  process_virtual_memory_bytes: { name: 'process.memory.virtual', unit: 'By', isSum: true },
  process_open_fds: { name: 'process.unix.file_descriptor.count', unit: '{file_descriptor}', isSum: true },
  nodejs_gc_duration_seconds: { name: 'v8js.gc.duration', unit: 's', labels: { kind: 'v8js.gc.type' } },
  nodejs_eventloop_lag_min_seconds: delay('min'),
  nodejs_eventloop_lag_max_seconds: delay('max'),
  nodejs_eventloop_lag_mean_seconds: delay('mean'),
  nodejs_eventloop_lag_stddev_seconds: delay('stddev'),
  nodejs_eventloop_lag_p50_seconds: delay('p50'),
  nodejs_eventloop_lag_p90_seconds: delay('p90'),
  nodejs_eventloop_lag_p99_seconds: delay('p99'),
}

/** Returns the name and unit of a metric: of the conventions, or its own in the registry. */
export const conventionOf = (name: string): Convention => CONVENTIONS[name] ?? { name, unit: unitOf(name) }

const unitOf = (name: string) => (/_seconds/.test(name) ? 's' : /_bytes/.test(name) ? 'By' : '1')
