import { breaking, type Mutant } from '../mutant.ts'

const TRACES = ['packages/gateway/src/telemetry/traces.test.ts']
const STREAMS = ['packages/gateway/src/telemetry/streams.test.ts']
const EVERYTHING = ['packages/gateway/src/telemetry/telemetry.test.ts']
const CLIENT = ['packages/sdk/src/core/tracing.test.ts']
const VARIABLES = ['packages/gateway/src/telemetry/variables.test.ts']
const SETTINGS = ['packages/gateway/src/settings/telemetry.test.ts']

/** Mutants of telemetry: what OpenTelemetry and `/metrics` report, and what they must not report. */
export const telemetry: Mutant[] = [
  ...breaking('packages/gateway/src/webhooks/attempt-span.ts', TRACES, {
    'a receiver of webhooks is not told the trace': ['{ ...attempted, traceparent: open.traceparent }', 'attempted'],
  }),
  ...breaking('packages/gateway/src/webhooks/attempt-span.ts', EVERYTHING, {
    'the path of a webhook is told': ['`${url.origin}/REDACTED`', 'url.href'],
  }),
  ...breaking('packages/gateway/src/telemetry/requests.ts', TRACES, {
    'what a request leads to is part of no trace': ['    span.within(done)\n  })', '    done()\n  })'],
  }),
  ...breaking('packages/gateway/src/logs/request-end.ts', EVERYTHING, {
    'the line of an answer names the trace of another request': ['if (request.span)', 'if (!request.raw)'],
  }),
  ...breaking('packages/gateway/src/telemetry/span-tracing.ts', TRACES, {
    'a caller that is not recorded is recorded here': [
      '& TraceFlags.SAMPLED, isRemote',
      '| TraceFlags.SAMPLED, isRemote',
    ],
    'a shared statement belongs to whoever happened to run it': ['this.#scopes.run(scope, work)', 'work()'],
    'a shared statement names only one of its callers': ['links: linksTo(others, false)', 'links: []'],
  }),
  ...breaking(
    'packages/gateway/src/telemetry/span-tracing.ts',
    ['packages/gateway/src/telemetry/span-tracing.test.ts'],
    {
      'spans are made of a trace that nobody records': ['!isRecorded(scope.context) ?', 'false ?'],
      'a trace that is recorded ends with its first span': ['!isRecorded(scope.context) ?', 'true ?'],
    },
  ),
  ...breaking('packages/core/src/data/gathered.ts', TRACES, {
    'calls that are gathered forget whose they are': ['caller: tracing.recorded()', 'caller: undefined'],
  }),
  ...breaking('packages/core/src/event-log/emit.ts', TRACES, {
    'an event forgets its trace': ['attributes }) ?? null', 'attributes }) && null'],
  }),
  ...breaking('packages/core/src/event-log/event-span.ts', STREAMS, {
    'an event does not say which stream it is sent on': ['links: [stream]', 'links: []'],
  }),
  ...breaking('packages/core/src/event-log/log-page.ts', ['packages/core/src/event-log/log-page.test.ts'], {
    'the broker forgets the trace of an event': ['created_at, trace, data: json', 'created_at, data: json'],
  }),
  ...breaking('packages/core/src/background/repeat.ts', ['packages/core/src/background/repeat.test.ts'], {
    'work in the background is part of what woke it': [
      'apart(() => inTime',
      '((work: () => Promise<void>) => work())(() => inTime',
    ],
  }),
  ...breaking('packages/core/src/tracing/statement.ts', ['packages/core/src/tracing/statement.test.ts'], {
    'values within a statement are told': [".replaceAll(LITERALS, '')", ''],
  }),
  ...breaking('packages/gateway/src/telemetry/sampler.ts', VARIABLES, {
    'all traces are recorded where a part is asked for': [
      'new TraceIdRatioBasedSampler(ratio),\n  parent',
      'new AlwaysOnSampler(),\n  parent',
    ],
  }),
  ...breaking('packages/gateway/src/telemetry/telemetry.ts', VARIABLES, {
    'what the environment says of who tells is not told': ['\n    .merge(detected)', ''],
  }),
  ...breaking('packages/gateway/src/telemetry/told-paths.ts', ['packages/gateway/src/telemetry/told-paths.test.ts'], {
    'what somebody typed into a path is told': ['.every(isKnown)', '.some(isKnown)'],
  }),
  ...breaking('packages/gateway/src/telemetry/log-records.ts', ['packages/gateway/src/telemetry/log-records.test.ts'], {
    'every member of a line is told': ['name === undefined ? [] : [[name,', 'false ? [] : [[name ?? path,'],
    'messages between the places of a stack are told': [
      "path === 'err.stack' ? framesOf(String(value)) : value",
      'value',
    ],
  }),
  ...breaking('packages/gateway/src/telemetry/telemetry.ts', ['packages/gateway/src/telemetry/outages.test.ts'], {
    'a receiver that keeps silent holds up a stop': ['Promise.race([work, over])', 'work'],
  }),
  ...breaking('packages/gateway/src/service/start.ts', ['packages/gateway/src/telemetry/outages.test.ts'], {
    'the last metrics are read after the database was closed': ['    () => telemetry?.readLastMetrics(),\n', ''],
  }),
  ...breaking(
    'packages/gateway/src/telemetry/registry-metrics.ts',
    ['packages/gateway/src/telemetry/registry-metrics.test.ts'],
    {
      'metrics without a value are told': ['.filter(({ values }) => values.length > 0)', ''],
    },
  ),
  ...breaking('packages/gateway/src/telemetry/reporting.ts', ['packages/gateway/src/telemetry/reporting.test.ts'], {
    'every failure of an outage is reported': [' && !hasFailed', ''],
  }),
  ...breaking('packages/gateway/src/settings/telemetry.ts', SETTINGS, {
    'OTEL_SDK_DISABLED is not looked at': ["environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true'", 'false'],
    'a signal that is turned off is told': ["chosen === 'none' || url", 'url'],
    'headers in no form are taken': ['  HEADERS: pairs,\n', ''],
  }),
  ...breaking('packages/sdk/src/core/tracing.ts', CLIENT, {
    'the client tells queries': ["'url.full': origin + pathname", "'url.full': url"],
    'the client does not name its span to the service': [
      "  request.headers.set('traceparent', traceparentOf(span))\n",
      '',
    ],
  }),
  ...breaking('packages/gateway/src/metrics/durations.ts', ['packages/gateway/src/metrics/durations.test.ts'], {
    'a request that takes as long as a bound is counted above it': ['seconds <= bound', 'seconds < bound'],
    'what takes longest is not counted': ['bucket < 0 ? BUCKETS.length : bucket', 'Math.max(bucket, 0)'],
    'requests of several statuses are counted together': ['${labels.status} ', ''],
  }),
  ...breaking('packages/gateway/src/metrics/registry.ts', ['packages/gateway/src/metrics/metrics.test.ts'], {
    'what the database does not tell is told as it was': [
      'if (value === undefined) metric.remove()',
      'if (value === undefined) return',
    ],
  }),
  ...breaking('packages/gateway/src/metrics/from-database.ts', ['packages/gateway/src/metrics/from-database.test.ts'], {
    'metrics wait for a database that keeps silent': ['await inTime(question, PATIENCE)', 'await question()'],
    'each reading of metrics takes a connection of a database that keeps silent': [
      '(reading ??= read()',
      '(reading = read()',
    ],
    'every reading of metrics in an outage is logged': ['if (!isAway) ', ''],
  }),
  ...breaking('packages/gateway/src/telemetry/sampler.ts', ['packages/gateway/src/telemetry/sampler.test.ts'], {
    'all traces are recorded that begin here, whatever part is asked for': [
      'root: new TraceIdRatioBasedSampler(ratio)',
      'root: new TraceIdRatioBasedSampler(1)',
    ],
    'traces are recorded that begin here, though none is asked for': [
      'root: new AlwaysOffSampler()',
      'root: new AlwaysOnSampler()',
    ],
  }),
  ...breaking('packages/gateway/src/telemetry/requests.ts', ['packages/gateway/src/telemetry/requests.test.ts'], {
    'requests over https came to the port of http': ["scheme === 'https' ? 443 : 80", '80'],
    'who asks how the service is fills traces': ["if (request.routeOptions.config.quota === 'none') return done()", ''],
    'a fault of ours is no failure of its span': ['if (status >= 500)', 'if (status > 500)'],
  }),
  ...breaking('packages/gateway/src/logs/logger.ts', ['packages/gateway/src/logs/logger.test.ts'], {
    'the cookie of a session comes into the log': [
      "['authorization', 'x-api-key', 'cookie', 'set-cookie']",
      "['authorization', 'x-api-key', 'set-cookie']",
    ],
  }),
  ...breaking('packages/gateway/src/logs/output.ts', ['packages/gateway/src/logs/output.test.ts'], {
    'a log that cannot be written ends the process': [
      "return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? WHILE_FULL : AFTER_ERROR",
      'throw error',
    ],
    'the end of a process waits for whoever reads its log': [
      '=== WHILE_FULL && performance.now() < end',
      '=== WHILE_FULL',
    ],
    'a process that shares the log makes another wait for who reads it': [
      'handle?.setBlocking?.(false)',
      'void handle',
    ],
    'lines that come fast are lost, whoever reads them': [
      'for (let rest = this.#next(); rest; rest = this.#next()) this',
      'const rest = this.#next()\n      if (rest) this',
    ],
    'the end of a process takes with it how many lines are lost': ['    this.#tellLost()\n    this.#drain(end)\n', ''],
    'nobody is told that lines are lost': ['if (this.#lost === 0) return', 'return'],
  }),
  ...breaking('packages/gateway/src/metrics/registry.ts', ['packages/gateway/src/metrics/registry.test.ts'], {
    'a worker that hangs vanishes in a mean': ["metric.aggregator = 'max'", "metric.aggregator = 'average'"],
  }),
  ...breaking(
    'packages/gateway/src/telemetry/registry-metrics.ts',
    ['packages/gateway/src/telemetry/registry-metrics.test.ts'],
    {
      'the receiver refuses a report for a value that is no number': ['Number.isFinite(value)', 'true || value'],
    },
  ),
  ...breaking('packages/gateway/src/server/metrics-listener.ts', ['packages/gateway/src/metrics/metrics.test.ts'], {
    'others keep what is measured': ["{ 'cache-control': 'no-store' }", '{}'],
    'a stop waits for who reads metrics': ['    server.closeAllConnections()\n', ''],
    'metrics that cannot be told are taken for some': ["end(response, 503, 'What is", "end(response, 200, 'What is"],
  }),
  ...breaking('packages/gateway/src/rpc/rpc-adapter.ts', ['packages/gateway/src/metrics/metrics.test.ts'], {
    'the time for which a tRPC stream is open is a duration of a request': [
      '    request.connection = connection\n',
      '',
    ],
  }),
  ...breaking('packages/gateway/src/metrics/metrics.ts', ['packages/gateway/src/logs/request-end.test.ts'], {
    'callers name as many series as they like': ['METHODS.has(method) ? method : OTHER', 'method'],
    'a change whose client has left counts as one that was answered': ['isAnswered ? statusCode', 'true ? statusCode'],
  }),
  ...breaking('packages/gateway/src/metrics/metrics.ts', ['packages/gateway/src/metrics/metrics.test.ts'], {
    'requests are counted only once metrics were read': [
      'registryOf({ ...sources, durations, counters, reporting })',
      'registryOf({ ...sources, durations: new Durations(), counters, reporting })',
    ],
    'a refusal of a stream is counted nowhere': ['connection && statusCode < 400', 'connection'],
    'anybody reads metrics': ['if (!isOpenHere || !isMadeHere(request))', 'if (!isOpenHere)'],
  }),
  ...breaking('packages/core/src/background/repeat.ts', ['packages/core/src/background/repeat.test.ts'], {
    'only the first of several outages is told': ['    hasFailed = false\n    return pause', '    return pause'],
    'what is woken while it rests does not keep its gap': ['plan(rested - performance.now())', 'plan(0)'],
  }),
  ...breaking('packages/core/src/data/gathered.ts', ['packages/core/src/data/gathered.test.ts'], {
    'one statement more than its lanes runs at a time': ['if (running >= lanes) return', 'if (running > lanes) return'],
  }),
]
