import { type ReceivedSpan, valuesOf } from './otlp-receiver.ts'

const ROW = 26
const TOP = 92
/** Horizontal positions of the begin and end of the bars, and of the right edge of the picture. */
const [LEFT, RIGHT, WIDTH] = [200, 976, 1000]
/** Greatest width of a character of a label, in any font that may be used. */
const CHARACTER = 7.2

/** Kinds of spans: the text, and the fill color of the bars. */
const STEPS = {
  caller: ['your application calls', '#8250df'],
  request: ['REST request', '#0969da'],
  operation: ['operation', '#0969da'],
  statement: ['statement', '#1a7f37'],
  event: ['event', '#bc4c00'],
  place: ['place in the log', '#bc4c00'],
  stream: ['on a stream', '#bc4c00'],
  attempt: ['webhook attempt', '#bc4c00'],
  receiver: ['its receiver', '#bf3989'],
} as const

type Step = keyof typeof STEPS

interface Bar {
  depth: number
  name: string
  step: Step
  /** Milliseconds since the start of the trace. */
  start: number
  duration: number
}

/** `service.name` of the other applications in a trace: the caller, and a receiver of webhooks. */
export interface Applications {
  caller: string
  receiver: string
}

/** Returns a trace as SVG: a bar for each span, below its parent, with the length of its duration. The first bar is the caller's. */
export function pictureOf(spans: readonly ReceivedSpan[], title: string, applications: Applications): string {
  const bars = barsOf(spans, applications)
  const end = Math.max(...bars.map(({ start, duration }) => start + duration))
  const foot = TOP + bars.length * ROW
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${WIDTH} ${foot + 40}" font-family="system-ui, sans-serif" font-size="12" fill="#1f2328">`,
    `<title>${escaped(title)}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="16" y="28" font-size="16" font-weight="600">${escaped(title)}</text>`,
    '<text x="16" y="48" fill="#59636e">Each bar is a span of one trace. It belongs to the one above it that is indented less.</text>',
    ...gridOf(end, foot),
    ...answerOf(bars[0]!.duration, end, foot),
    ...bars.flatMap((bar, nth) => rowOf(bar, TOP + nth * ROW, end)),
    '</svg>\n',
  ].join('\n')
}

function barsOf(spans: readonly ReceivedSpan[], applications: Applications): Bar[] {
  const begin = Math.min(...spans.map(({ startTimeUnixNano }) => millisecondsOf(startTimeUnixNano)))
  const known = new Set(spans.map(({ spanId }) => spanId))
  const below = Map.groupBy(spans, ({ parentSpanId = '' }) => (known.has(parentSpanId) ? parentSpanId : ''))
  const bars: Bar[] = []
  function addBelow(parent: string, depth: number): void {
    for (const span of (below.get(parent) ?? []).toSorted(byStart)) {
      const [start, end] = [millisecondsOf(span.startTimeUnixNano), millisecondsOf(span.endTimeUnixNano)]
      const step = stepOf(span, applications)
      bars.push({ depth, name: span.name, step, start: start - begin, duration: end - start })
      addBelow(span.spanId, depth + 1)
    }
  }
  addBelow('', 0)
  return bars
}

const byStart = (one: ReceivedSpan, other: ReceivedSpan) =>
  millisecondsOf(one.startTimeUnixNano) - millisecondsOf(other.startTimeUnixNano)

const millisecondsOf = (nanoseconds: string) => Number(BigInt(nanoseconds) / 1_000n) / 1_000

/** Kinds of spans of events, by `messaging.operation.name`. */
const WITH_EVENTS: Readonly<Record<string, Step>> = { create: 'event', place: 'place', send: 'stream' }

function stepOf({ application, attributes }: ReceivedSpan, { caller, receiver }: Applications): Step {
  const values = valuesOf(attributes)
  if (application === caller) return 'caller'
  if (application === receiver) return 'receiver'
  if ('db.system.name' in values) return 'statement'
  if ('webhook.endpoint.id' in values) return 'attempt'
  return WITH_EVENTS[String(values['messaging.operation.name'])] ?? ('http.route' in values ? 'request' : 'operation')
}

const xOf = (time: number, end: number) => LEFT + (time / end) * (RIGHT - LEFT)

/** Returns the vertical lines of the grid: at most six, at round times. */
function gridOf(end: number, foot: number): string[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => end / size < 6) ?? 1_000
  return Array.from({ length: Math.ceil(end / step) }, (_, nth) => nth * step).flatMap((time) => {
    const x = xOf(time, end).toFixed(1)
    return [
      `<path d="M${x} ${TOP - 10}V${foot}" stroke="#d1d9e0"/>`,
      `<text x="${x}" y="${TOP - 16}" text-anchor="middle" fill="#59636e">${time} ms</text>`,
    ]
  })
}

/** Returns the mark of the time at which the caller has the response. */
function answerOf(time: number, end: number, foot: number): string[] {
  const x = xOf(time, end)
  const middle = Math.min(x, WIDTH - 90)
  return [
    `<path d="M${x.toFixed(1)} ${TOP}V${foot + 8}" stroke="${STEPS.caller[1]}" stroke-dasharray="4 3"/>`,
    `<text x="${middle.toFixed(1)}" y="${foot + 24}" text-anchor="middle" fill="${STEPS.caller[1]}">the caller has its answer</text>`,
  ]
}

function rowOf({ depth, name, step, start, duration }: Bar, y: number, end: number): string[] {
  const [words, color] = STEPS[step]
  const [x, width] = [xOf(start, end), Math.max(3, (duration / end) * (RIGHT - LEFT))]
  const label = `${name} · ${duration.toFixed(1)} ms`
  return [
    `<text x="${16 + depth * 12}" y="${y + 12}" fill="${color}">${words}</text>`,
    `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="16" rx="3" fill="${color}"/>`,
    `<text ${placeOf(label, x, width)} y="${y + 12}">${escaped(label)}</text>`,
  ]
}

/** Returns the position of a label where it fits: to the right of its bar, to the left, or within. A halo covers the grid lines behind it. */
function placeOf(label: string, x: number, width: number): string {
  const room = label.length * CHARACTER
  const halo = 'paint-order="stroke" stroke="#fff" stroke-width="5"'
  if (x + width + 6 + room <= WIDTH) return `x="${(x + width + 6).toFixed(1)}" ${halo}`
  if (x - 6 - room >= LEFT) return `x="${(x - 6).toFixed(1)}" text-anchor="end" ${halo}`
  return `x="${(x + 6).toFixed(1)}" fill="#fff"`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
