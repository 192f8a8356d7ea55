import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { RpcResult } from './rpc-call.ts'

/** Whether a request asks for its results line by line, as they come. `httpBatchStreamLink` does, by either header. */
export function wantsStream({ headers }: FastifyRequest): boolean {
  return String(headers['trpc-accept'] ?? headers.accept).includes('application/jsonl')
}

/**
 * Returns the results of a batch in the form that `httpBatchStreamLink` reads: a line that names a part for each call, and then each part, as soon as
 * its call has ended.
 */
export function streamOf(results: readonly Promise<RpcResult>[]): Readable {
  return Readable.from(linesOf(results))
}

async function* linesOf(results: readonly Promise<RpcResult>[]): AsyncGenerator<string> {
  yield `${JSON.stringify(Object.fromEntries(results.map((_, index) => [index, [[0], [null, 0, index]]])))}\n`
  const open = new Map(results.map((result, index) => [index, result.then(({ body }) => ({ index, body }))]))
  while (open.size > 0) {
    const { index, body } = await Promise.race(open.values())
    open.delete(index)
    yield `[${index},0,[[${body}]]]\n`
  }
}
