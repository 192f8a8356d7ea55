/** What a span says of itself: by names of OpenTelemetry's semantic conventions, and nothing of people, nor a secret. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** What a span is of. */
export interface SpanDescription {
  /** What is done; of few values, and so without identifiers. */
  name: string
  /** Default: `internal`. */
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  attributes?: Attributes
  /** The `traceparent` of what it belongs to. Default: the span that is under way where it begins. */
  parent?: string | undefined
  /** Spans of other traces that it has to do with, by their `traceparent`s. */
  links?: readonly string[]
  /** When it began, in milliseconds since the epoch. Default: now. */
  start?: number
}

/** Something that is under way, and part of a trace. */
export interface Span {
  /** How it is named to others (W3C Trace Context, section 3.2). */
  readonly traceparent: string
  /** Adds attributes that are known later. */
  set(attributes: Attributes): void
  /** Says that it failed, by the kind of error: a name of few values. */
  failAs(type: string): void
}

/** What traces are made with, while somebody wants them. */
export interface Tracing {
  /**
   * Runs work as a span, which ends with it, and fails with it. What the work does belongs to the span. Within a trace that is not recorded there is none,
   * and the work is given what is under way already.
   */
  run<Result>(description: SpanDescription, work: (span: Span) => Promise<Result>): Promise<Result>
  /**
   * Tells of something that belongs to its parent and is over by now, and returns its `traceparent`; undefined where it would belong to nothing.
   */
  tell(description: SpanDescription): string | undefined
  /** The `traceparent` of the span that is under way here; undefined for none. */
  active(): string | undefined
  /** The same, where what is done here is recorded; undefined where it is not. */
  recorded(): string | undefined
  /** Runs work that is done for several callers at once: its spans belong to the first of them that is recorded, and are linked with the others. */
  shared<Result>(callers: readonly (string | undefined)[], work: () => Promise<Result>): Promise<Result>
}
