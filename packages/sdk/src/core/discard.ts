interface Cancellable {
  cancel(reason?: unknown): Promise<void>
}

/**
 * Cancels a body that nobody reads any more, without waiting: where a hook has cloned the response, a cancel settles only after the other body ends too. Errors
 * are ignored, since a body that has failed needs no cancelling.
 */
export const discard = (body: Cancellable | null | undefined, reason?: unknown): void =>
  void body?.cancel(reason).catch(() => {})
