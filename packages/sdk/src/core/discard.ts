interface Cancellable {
  cancel(reason?: unknown): Promise<void>
}

/**
 * Lets a body go that nobody reads any more. It is not waited for: where a hook has cloned the answer, the one ends when the other does.
 * What has failed already needs no end.
 */
export const discard = (body: Cancellable | null | undefined, reason?: unknown): void =>
  void body?.cancel(reason).catch(() => {})
