import type { Span, SpanDescription, Tracing } from './tracing.ts'

/** Runs work, as a span where traces are made. */
export function inSpan<Result>(
  tracing: Tracing | undefined,
  description: SpanDescription,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  return tracing ? tracing.run(description, work) : work()
}
