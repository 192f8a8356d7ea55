/** What cannot be done, in a sentence for who asked for it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** Does the work of a command and prints what it tells; ends with 1 and a sentence where it is refused. */
export async function end(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
