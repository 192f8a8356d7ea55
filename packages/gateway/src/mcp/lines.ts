import type { Readable } from 'node:stream'

/** Yields the lines of a text as they arrive. Only a line feed ends a line: a JSON string may contain other line separators. */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  let begun = ''
  for await (const text of input.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = text.split('\n')
    lines[0] = begun + lines[0]
    begun = lines.pop()!
    yield* lines
  }
  if (begun !== '') yield begun
}
