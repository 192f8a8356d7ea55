import { measures, type Sample } from './measures.ts'

const WIDTH = 760
const HEIGHT = 110
const LEFT = 60
const RIGHT = 16
const TOP = 34
const GAP = 30

/** Returns an SVG chart of the samples over time: a line for each measure, from 0 to its maximum. */
export function chart(title: string, samples: readonly Sample[]): string {
  const end = samples.at(-1)?.at ?? 1
  const parts = measures.map((_, index) => panel(samples, index, end))
  const height = TOP + measures.length * (HEIGHT + GAP)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${LEFT}" y="18" font-size="14" font-weight="600" fill="#1f2328">${title}</text>
${parts.join('\n')}
</svg>
`
}

function panel(samples: readonly Sample[], index: number, end: number): string {
  const { title, unit } = measures[index]!
  const values = samples.map((sample) => sample.values[index]!)
  const most = ceilingOf(Math.max(...values))
  const top = TOP + index * (HEIGHT + GAP)
  const x = (at: number) => (LEFT + (at / end) * (WIDTH - LEFT - RIGHT)).toFixed(1)
  const y = (value: number) => (top + 18 + (1 - value / most) * (HEIGHT - 18)).toFixed(1)
  const points = samples.map(({ at }, nth) => `${x(at)},${y(values[nth]!)}`)
  const label = unit === '' ? title : `${title} (${unit})`
  return `<g fill="#59636e">
<text x="${LEFT}" y="${top + 10}" fill="#1f2328">${label}</text>
<path d="M${LEFT} ${y(most)}H${WIDTH - RIGHT}M${LEFT} ${y(0)}H${WIDTH - RIGHT}" stroke="#d1d9e0"/>
<text x="${LEFT - 8}" y="${y(most)}" text-anchor="end" dy="4">${most}</text>
<text x="${LEFT - 8}" y="${y(0)}" text-anchor="end" dy="4">0</text>
<text x="${WIDTH - RIGHT}" y="${top + HEIGHT + 14}" text-anchor="end">${Math.round(end / 60)} min</text>
<polyline points="${points.join(' ')}" fill="none" stroke="#0969da" stroke-width="1.5"/>
</g>`
}

/** Returns the next number of the form 1, 2 or 5 times a power of ten; 1 for 0 and less. */
function ceilingOf(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => Number((step * power).toPrecision(1))).find((step) => step >= value)!
}
