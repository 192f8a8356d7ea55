import type { RequestId } from '@modelcontextprotocol/client'

/** A request that is not answered yet. */
interface OpenRequest {
  /** Whether the answer is a stream, which continues until it is cancelled. */
  isStream: boolean
  answer: Promise<void>
  answered: () => void
  ending: AbortController
}

/** The requests of an agent that are not answered yet. */
export class OpenRequests {
  readonly #open = new Map<RequestId, OpenRequest>()

  /** Adds a request. Returns the signal that `cancel` aborts. */
  add(id: RequestId, { isStream }: Pick<OpenRequest, 'isStream'>): AbortSignal {
    const { promise: answer, resolve: answered } = Promise.withResolvers<void>()
    const ending = new AbortController()
    this.#open.set(id, { isStream, answer, answered, ending })
    return ending.signal
  }

  /** Marks a request as answered. Returns whether it was open. */
  settle(id: RequestId): boolean {
    this.#open.get(id)?.answered()
    return this.#open.delete(id)
  }

  /** Cancels a request that its sender has given up. The request is not answered. */
  cancel(id: RequestId): void {
    const { ending } = this.#open.get(id) ?? {}
    this.settle(id)
    ending?.abort()
  }

  /** Cancels the streams. Resolves when all other requests are answered, or after `patience` milliseconds. */
  async finish(patience: number): Promise<void> {
    for (const [id, { isStream }] of this.#open) if (isStream) this.cancel(id)
    const late = AbortSignal.timeout(patience)
    const tooLate = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()))
    await Promise.race([Promise.all([...this.#open.values()].map(({ answer }) => answer)), tooLate])
  }
}
