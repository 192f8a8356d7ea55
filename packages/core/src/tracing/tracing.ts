/** Attributes of a span, with names from OpenTelemetry's semantic conventions. They contain no personal data and no secrets. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** What a span is of. */
export interface SpanDescription {
  /** Name of the operation, of low cardinality: without identifiers. */
  name: string
  /** Default: `internal`. */
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  attributes?: Attributes
  /** The `traceparent` of the parent. Default: the active span. */
  parent?: string | undefined
  /** The `traceparent`s of related spans in other traces. */
  links?: readonly string[]
  /** Start of the span, in milliseconds since the epoch. Default: now. */
  start?: number
}

/** A span that has begun and not ended. */
export interface Span {
  /** The `traceparent` of the span, for other services (W3C Trace Context, section 3.2). */
  readonly traceparent: string
  /** Adds attributes to the span. */
  set(attributes: Attributes): void
  /** Marks the span as failed, with the type of the error, of low cardinality. */
  failAs(type: string): void
}

/** Records spans. It is absent while no traces are exported. */
export interface Tracing {
  /**
   * Runs work within a new span, which ends with the work and fails with it. Within a trace that is not recorded, the work gets the active span instead of
   * a new one.
   */
  run<Result>(description: SpanDescription, work: (span: Span) => Promise<Result>): Promise<Result>
  /** Records a span that has ended already, and returns its `traceparent`; undefined when it has no parent. */
  tell(description: SpanDescription): string | undefined
  /** Returns the `traceparent` of the active span; undefined for none. */
  active(): string | undefined
  /** Returns the `traceparent` of the active span when it is recorded; undefined otherwise. */
  recorded(): string | undefined
  /** Runs work for several callers at once. Its spans belong to the first caller with a recorded span, and are linked to the others. */
  shared<Result>(callers: readonly (string | undefined)[], work: () => Promise<Result>): Promise<Result>
}
