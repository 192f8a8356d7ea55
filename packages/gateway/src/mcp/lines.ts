import type { Readable } from 'node:stream'

/** The lines of a text as they come, each ended by a line feed and nothing else: a string of JSON may hold other separators of lines. */
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
