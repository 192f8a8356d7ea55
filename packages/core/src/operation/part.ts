/**
 * Returned by `run` in place of the output when a change is too large for one transaction: what was done so far is committed, and `run` is called again in
 * a new transaction, after all checks, with this progress as its third argument.
 */
export class Part<Progress> {
  readonly progress: Progress

  constructor(progress: Progress) {
    this.progress = progress
  }
}

/** Calls a function until its result is no part, each time with the progress so far. */
export async function inParts<Result>(
  run: (progress: unknown) => Promise<Result | Part<unknown>>,
  progress?: unknown,
): Promise<Result> {
  let result = await run(progress)
  while (result instanceof Part) result = await run(result.progress)
  return result
}
