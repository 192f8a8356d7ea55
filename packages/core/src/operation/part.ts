/**
 * Returned by `run` in place of the output when a change is too large for one transaction: what was done so far is committed, and `run` is called again in
 * a new transaction, with this progress as its third argument. Input and target are checked anew before. The caller is the one that was admitted at the
 * beginning: a credential that ends meanwhile does not end the call, nor does a client that leaves.
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
