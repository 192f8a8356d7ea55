/** Thrown when a command cannot do its work. The message is a sentence for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Runs the work of a command, which says its results. For a `Refusal`, prints its message and ends with 1. */
export async function end(work: (say: (line: string) => void) => Promise<void>): Promise<void> {
  try {
    await work((line) => void process.stdout.write(`${line}\n`))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
