import { deepStrictEqual } from 'node:assert'
import type { Row, Side } from './row.ts'
import type { Turn } from './turn.ts'
import { median } from './statistics.ts'

/** Number and length of the measurements. */
export interface Effort {
  rounds: number
  /** Length of one contender's turn in a round, in seconds. */
  seconds: number
}

/** Medians over the rounds, one for each column. */
export interface Result {
  contender: string
  values: number[]
}

interface Running {
  name: string
  side: Side
  turns: Turn[]
}

/** Starts the contenders of a row, warms them up, and runs one turn of each per round. `environmentOf` is called for each contender. */
export async function measure(
  row: Row,
  effort: Effort,
  environmentOf: () => Promise<NodeJS.ProcessEnv>,
): Promise<Result[]> {
  const { warmUp = 1, rounds = effort.rounds } = row
  const all: Running[] = []
  try {
    for (const contender of row.contenders)
      all.push({ name: contender.name, side: await contender.start(await environmentOf()), turns: [] })
    await requireSameAnswers(all)
    if (warmUp > 0) for (const { side } of all) await side.turn(warmUp)
    for (let round = 0; round < Math.min(rounds, effort.rounds); round++)
      for (const { side, turns } of all) turns.push(await side.turn(effort.seconds))
    return all.map((one) => resultOf(row, one, all[0]!))
  } finally {
    await Promise.all(all.map(({ side }) => side.stop()))
  }
}

function resultOf({ columns }: Row, { name, turns }: Running, reference: Running): Result {
  const values = columns.map(({ value }) => median(turns.map((turn, round) => value(turn, reference.turns[round]!))))
  return { contender: name, values }
}

async function requireSameAnswers(all: readonly Running[]): Promise<void> {
  const answers = await Promise.all(all.map(async ({ side }) => side.answer?.()))
  const [reference, ...others] = answers.map(formOf)
  others.forEach((other, index) => deepStrictEqual(other, reference, `${all[index + 1]!.name} answers in another form`))
}

/** Returns the names and types of the members of a JSON value. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return { length: value.length, first: formOf(value[0]) }
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, formOf(member)]))
}
