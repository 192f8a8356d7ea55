import { type ReceivedSpan, valuesOf } from './otlp-receiver.ts'

const ROW = 26
const TOP = 76
/** Where names, bars and the picture end, from the left. */
const [NAMES, BARS, WIDTH] = [360, 880, 960]

/** Fills of bars, and what they are called, by what a span is of. */
const COLORS = {
  application: ['#8250df', 'the application that calls'],
  request: ['#0969da', 'the request and its operation'],
  statement: ['#1a7f37', 'statements'],
  event: ['#bc4c00', 'the event'],
} as const

type Of = keyof typeof COLORS

interface Bar {
  depth: number
  name: string
  of: Of
  /** In milliseconds since the trace began. */
  start: number
  duration: number
}

/** Draws a trace as SVG: a bar for each span, below what it belongs to, as long as it took. `application` is the `service.name` of whoever called. */
export function pictureOf(spans: readonly ReceivedSpan[], title: string, application: string): string {
  const bars = barsOf(spans, application)
  const end = Math.max(...bars.map(({ start, duration }) => start + duration))
  const foot = TOP + bars.length * ROW
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${foot + 48}" font-family="system-ui, sans-serif" font-size="13">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="16" y="26" font-size="15" font-weight="600" fill="#1f2328">${escaped(title)}</text>`,
    ...gridOf(end, foot),
    ...bars.flatMap((bar, nth) => rowOf(bar, TOP + nth * ROW, end)),
    ...legendAt(foot + 22),
    '</svg>\n',
  ].join('\n')
}

function barsOf(spans: readonly ReceivedSpan[], application: string): Bar[] {
  const begin = Math.min(...spans.map(({ startTimeUnixNano }) => millisecondsOf(startTimeUnixNano)))
  const known = new Set(spans.map(({ spanId }) => spanId))
  const below = Map.groupBy(spans, ({ parentSpanId = '' }) => (known.has(parentSpanId) ? parentSpanId : ''))
  const bars: Bar[] = []
  function addBelow(parent: string, depth: number): void {
    for (const span of (below.get(parent) ?? []).toSorted(byStart)) {
      const [start, end] = [millisecondsOf(span.startTimeUnixNano), millisecondsOf(span.endTimeUnixNano)]
      const of = kindOf(span, application)
      bars.push({ depth, name: nameOf(span), of, start: start - begin, duration: end - start })
      addBelow(span.spanId, depth + 1)
    }
  }
  addBelow('', 0)
  return bars
}

const byStart = (one: ReceivedSpan, other: ReceivedSpan) =>
  millisecondsOf(one.startTimeUnixNano) - millisecondsOf(other.startTimeUnixNano)

const millisecondsOf = (nanoseconds: string) => Number(BigInt(nanoseconds) / 1_000n) / 1_000

function nameOf({ name, attributes }: ReceivedSpan): string {
  const endpoint = valuesOf(attributes)['webhook.endpoint.id']
  return endpoint === undefined ? name : `${name} to a webhook`
}

function kindOf({ application: teller, attributes }: ReceivedSpan, application: string): Of {
  const values = valuesOf(attributes)
  if (teller === application) return 'application'
  if ('db.system.name' in values) return 'statement'
  return 'messaging.system.name' in values ? 'event' : 'request'
}

const xOf = (time: number, end: number) => NAMES + (time / end) * (BARS - NAMES)

function gridOf(end: number, foot: number): string[] {
  return [0, 0.25, 0.5, 0.75, 1].flatMap((part) => {
    const x = xOf(part * end, end).toFixed(1)
    return [
      `<path d="M${x} ${TOP - 10}V${foot}" stroke="#d1d9e0"/>`,
      `<text x="${x}" y="${TOP - 18}" text-anchor="middle" fill="#59636e">${(part * end).toFixed(1)} ms</text>`,
    ]
  })
}

function rowOf({ depth, name, of, start, duration }: Bar, y: number, end: number): string[] {
  const [x, width] = [xOf(start, end), Math.max(3, (duration / end) * (BARS - NAMES))]
  return [
    `<text x="${16 + depth * 16}" y="${y + 12}" fill="#1f2328">${escaped(name)}</text>`,
    `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="16" rx="3" fill="${COLORS[of][0]}"/>`,
    `<text x="${(x + width + 6).toFixed(1)}" y="${y + 12}" fill="#59636e" font-size="11">${duration.toFixed(1)}</text>`,
  ]
}

const legendAt = (y: number): string[] =>
  Object.values(COLORS).flatMap(([color, label], nth) => [
    `<rect x="${16 + nth * 236}" y="${y}" width="12" height="12" rx="3" fill="${color}"/>`,
    `<text x="${34 + nth * 236}" y="${y + 11}" fill="#59636e">${label}</text>`,
  ])

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
