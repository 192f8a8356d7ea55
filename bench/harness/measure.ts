import { deepStrictEqual } from 'node:assert'
import { ask, run } from './load.ts'
import type { Contender, Row } from './row.ts'
import { type Server, startServer } from './server.ts'

/** How long to measure. */
export interface Effort {
  rounds: number
  /** Length of one contender's turn in a round, in seconds. */
  seconds: number
}

/** Medians over the rounds. */
export interface Result {
  contender: string
  perSecond: number
  /** In milliseconds. */
  p99: number
  /** Processor time of the server's process a request, in microseconds. */
  cpu: number
  /** How many times the reference's requests a second, in the same round. */
  ratio: number
  /** How many times less processor time than the reference, in the same round. */
  thrift: number
}

type Turn = Pick<Result, 'perSecond' | 'p99' | 'cpu'>

interface Side {
  contender: Contender
  server: Server
  next: () => string
  turns: Turn[]
}

/** Starts the servers of a row, warms them up, and gives each its turn in every round. */
export async function measure(row: Row, effort: Effort, environment: NodeJS.ProcessEnv): Promise<Result[]> {
  const sides: Side[] = []
  try {
    for (const contender of row.contenders) {
      const server = await startServer(contender.server, environment)
      sides.push({ contender, server, next: await contender.requests(server.port), turns: [] })
    }
    await requireSameAnswers(sides)
    for (const side of sides) await turn(side, row.connections, 1)
    for (let round = 0; round < effort.rounds; round++)
      for (const side of sides) side.turns.push(await turn(side, row.connections, effort.seconds))
    return sides.map((side) => resultOf(side, sides[0]!))
  } finally {
    await Promise.all(sides.map(({ server }) => server.stop()))
  }
}

async function turn({ server, next }: Side, connections: number, seconds: number): Promise<Turn> {
  const before = await server.cpu()
  const { requests, perSecond, p99 } = await run({ port: server.port, connections, seconds, next })
  return { perSecond, p99, cpu: ((await server.cpu()) - before) / requests }
}

function resultOf({ contender, turns }: Side, reference: Side): Result {
  const medianOf = (value: (turn: Turn, beside: Turn) => number) =>
    median(turns.map((one, round) => value(one, reference.turns[round]!)))
  return {
    contender: contender.name,
    perSecond: medianOf(({ perSecond }) => perSecond),
    p99: medianOf(({ p99 }) => p99),
    cpu: medianOf(({ cpu }) => cpu),
    ratio: medianOf(({ perSecond }, beside) => perSecond / beside.perSecond),
    thrift: medianOf(({ cpu }, beside) => beside.cpu / cpu),
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** A comparison is fair only where all sides answer the same members. */
async function requireSameAnswers(sides: readonly Side[]): Promise<void> {
  const answers = await Promise.all(sides.map(({ server, next }) => ask(server.port, next())))
  const [reference, ...others] = answers.map((answer) => formOf(unwrapped(answer)))
  others.forEach((other, index) => {
    deepStrictEqual(other, reference, `${sides[index + 1]!.contender.name} answers in another form`)
  })
}

/** tRPC puts an output into an envelope. */
const unwrapped = (answer: any): unknown => answer.result?.data ?? answer

/** Names and types of what a JSON value holds. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return { length: value.length, first: formOf(value[0]) }
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, formOf(member)]))
}
