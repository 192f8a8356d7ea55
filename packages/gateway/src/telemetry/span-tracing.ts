import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Link,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api'
import { Problem } from '@roster/core/contract'
import type { Attributes, Span, SpanDescription, Tracing } from '@roster/core/server'
import { formatTraceparent, parseTraceparent } from '../http/trace-context.ts'
import { isOurFault } from '../problems/problem.ts'

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

/** The current span, or a context that several callers share. */
interface Scope {
  readonly context?: SpanContext
  readonly traceparent?: string
  /** Spans that new spans in this scope link to. */
  readonly links?: Link[]
}

/** Tracing with OpenTelemetry's SDK. The current scope is kept beside the calls, so that no function has to pass it on. */
export class SpanTracing implements Tracing {
  readonly #tracer: Tracer
  readonly #scopes = new AsyncLocalStorage<Scope>()

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  run<Result>(description: SpanDescription, work: (span: Span) => Promise<Result>): Promise<Result> {
    const unrecorded = this.#unrecordedHere(description)
    if (unrecorded !== undefined) return work({ traceparent: unrecorded, set: ignore, failAs: ignore })
    const span = this.begin(description)
    return span.within(async () => {
      try {
        return await work(span)
      } catch (error) {
        span.fail(error)
        throw error
      } finally {
        span.end()
      }
    })
  }

  /** Starts a span that its caller ends. */
  begin({ name, kind = 'internal', attributes, parent, links, start }: SpanDescription): OpenSpan {
    const scope = parent === undefined ? this.#scopes.getStore() : undefined
    const above = parent === undefined ? scope?.context : contextOf(parent, true)
    const context = above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT
    const options = {
      kind: KINDS[kind],
      ...(attributes && { attributes }),
      links: links ? linksTo(links) : (scope?.links ?? []),
      ...(start !== undefined && { startTime: start }),
    }
    return new OpenSpan(this.#tracer.startSpan(name, options, context), this.#scopes)
  }

  tell(description: SpanDescription): string | undefined {
    if ((description.parent ?? this.active()) === undefined) return undefined
    const unrecorded = this.#unrecordedHere(description)
    if (unrecorded !== undefined) return unrecorded
    const span = this.begin(description)
    span.end()
    return span.traceparent
  }

  active(): string | undefined {
    return this.#scopes.getStore()?.traceparent
  }

  recorded(): string | undefined {
    const scope = this.#scopes.getStore()
    return isRecorded(scope?.context) ? scope?.traceparent : undefined
  }

  shared<Result>(callers: readonly (string | undefined)[], work: () => Promise<Result>): Promise<Result> {
    const [first, ...others] = new Set(callers.filter((caller) => caller !== undefined))
    const context = first === undefined ? undefined : contextOf(first, false)
    const scope = context ? { context, traceparent: first!, links: linksTo(others, false) } : {}
    return this.#scopes.run(scope, work)
  }

  /** Returns the current `traceparent` when the current trace is not recorded, and so needs no span; undefined when a span is to be made. */
  #unrecordedHere({ parent }: SpanDescription): string | undefined {
    const scope = parent === undefined ? this.#scopes.getStore() : undefined
    return scope?.context && !isRecorded(scope.context) ? scope.traceparent : undefined
  }

  /** Returns the members that name the current trace in a log line; none without a current span. */
  logged(): Record<string, string> {
    const context = this.#scopes.getStore()?.context
    if (!context) return {}
    return { trace_id: context.traceId, span_id: context.spanId, trace_flags: flagsOf(context) }
  }
}

/** A span that its caller has started, and ends. */
export class OpenSpan implements Span, Scope {
  readonly context: SpanContext
  readonly #span: SdkSpan
  readonly #scopes: AsyncLocalStorage<Scope>
  #traceparent?: string

  constructor(span: SdkSpan, scopes: AsyncLocalStorage<Scope>) {
    this.context = span.spanContext()
    this.#span = span
    this.#scopes = scopes
  }

  get traceparent(): string {
    return (this.#traceparent ??= traceparentOf(this.context))
  }

  /** Whether the span is recorded. */
  get isRecorded(): boolean {
    return isRecorded(this.context)
  }

  /** Calls `work` with this span as the current one. */
  within<Result>(work: () => Result): Result {
    return this.#scopes.run(this, work)
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes)
  }

  /**
   * Sets the type of the error that the span ended with, without its message, which may tell of people. An error of the caller is no failure of the service.
   */
  fail(error: unknown): void {
    this.failAs(typeOf(error), !(error instanceof Problem) || isOurFault(error))
  }

  /** Sets the type of the error, a name with few possible values. */
  failAs(type: string, isFailure = true): void {
    this.#span.setAttribute('error.type', type)
    if (isFailure) this.#span.setStatus({ code: SpanStatusCode.ERROR })
  }

  end(): void {
    this.#span.end()
  }
}

function typeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : (name ?? '_OTHER')
}

function contextOf(traceparent: string, isRemote: boolean): SpanContext | undefined {
  const parsed = parseTraceparent(traceparent)
  if (!parsed) return undefined
  const { traceId, spanId, flags } = parsed
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote }
}

const linksTo = (traceparents: readonly string[], isRemote = true): Link[] =>
  traceparents.flatMap((traceparent) => {
    const context = contextOf(traceparent, isRemote)
    return context ? [{ context }] : []
  })

const isRecorded = (context: SpanContext | undefined) => context?.traceFlags === TraceFlags.SAMPLED

const ignore = () => {}

const flagsOf = ({ traceFlags }: SpanContext) => traceFlags.toString(16).padStart(2, '0')

const traceparentOf = (context: SpanContext) => formatTraceparent({ ...context, flags: flagsOf(context) })
