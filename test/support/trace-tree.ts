import { type ReceivedSpan, valuesOf } from './otlp-receiver.ts'

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer']

/** A span with its child spans. */
export interface SpanNode {
  /** Kind and name of the span. */
  span: string
  attributes: Record<string, unknown>
  /** Set when the span failed. */
  failed?: true
  /** Number of links to spans of other traces. */
  links?: number
  children?: SpanNode[]
}

/**
 * Returns the spans of one trace as a tree that is equal in every run: without times, and with identifiers replaced by their prefixes. Children are
 * sorted by name. A span whose parent is not among the spans is a root.
 */
export function treeOf(spans: readonly ReceivedSpan[]): SpanNode[] {
  const known = new Set(spans.map(({ spanId }) => spanId))
  const below = Map.groupBy(spans, ({ parentSpanId = '' }) => (known.has(parentSpanId) ? parentSpanId : ''))
  const nodesAt = (parent: string): SpanNode[] =>
    (below.get(parent) ?? []).map((span) => nodeOf(span, nodesAt(span.spanId))).sort(byName)
  return nodesAt('')
}

function nodeOf({ name, kind, attributes, links = [], status }: ReceivedSpan, children: SpanNode[]): SpanNode {
  const values = Object.entries(valuesOf(attributes)).sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    span: `${KINDS[kind]} ${name}`,
    attributes: Object.fromEntries(values.filter(([key]) => key !== 'db.query.text').map(normalized)),
    ...(status?.code === 2 && { failed: true as const }),
    ...(links.length > 0 && { links: links.length }),
    ...(children.length > 0 && { children }),
  }
}

/** Replaces the parts of an attribute that differ between runs. */
function normalized([key, value]: [string, unknown]): [string, unknown] {
  if (key === 'server.port' || key === 'event_log.place') return [key, 'a number']
  if (typeof value !== 'string') return [key, value]
  const text = value.replaceAll(/\b([a-z]{3})_[0-9A-Z]{26}\b/g, '$1_…').replaceAll(/:\d{4,5}\//g, ':…/')
  return [key, text]
}

const byName = ({ span: one }: SpanNode, { span: other }: SpanNode) => (one < other ? -1 : one > other ? 1 : 0)

/** Returns the tree as lines, each span below its parent. */
export function outlineOf(nodes: readonly SpanNode[], depth = 0): string[] {
  return nodes.flatMap(({ span, children = [] }) => ['  '.repeat(depth) + span, ...outlineOf(children, depth + 1)])
}

/** Returns the first span with this name. */
export const named = (name: string, spans: readonly ReceivedSpan[]): ReceivedSpan =>
  spans.find((span) => span.name === name)!

let traces = 0

/** Returns the identifiers of a new trace, with a `traceparent` that says the caller has recorded it. */
export function newTrace(): { traceId: string; traceparent: string } {
  const traceId = String(++traces).padStart(32, 'a')
  return { traceId, traceparent: `00-${traceId}-b7ad6b7169203331-01` }
}
