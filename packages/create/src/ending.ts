/** Thrown when a command cannot do its work. The message is a sentence for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Runs the work of a command and prints its result. For a `Refusal`, prints its message and ends with 1. */
export async function end(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
