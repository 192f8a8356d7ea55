import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { type OutputChunk, type OutputOptions, rolldown } from 'rolldown'

/** Returns a module and its imports as one bundled and minified file, for a browser. */
export async function bundleOf(folder: string, code: string): Promise<string> {
  const [chunk] = await chunksOf(folder, code, [], { codeSplitting: false })
  return chunk!.code
}

/** Returns the size of a bundled, minified and compressed module, in bytes: the part that a browser loads at once, and the part that it loads on demand. */
export async function sizesOf(folder: string, code: string): Promise<{ atOnce: number; later: number }> {
  const chunks = await chunksOf(folder, code, ['msw'])
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const atOnce = withImports(entries, chunks)
  const later = chunks.filter((chunk) => !atOnce.has(chunk))
  return { atOnce: compressed([...atOnce]), later: compressed(later) }
}

async function chunksOf(
  folder: string,
  code: string,
  external: string[],
  options: OutputOptions = {},
): Promise<OutputChunk[]> {
  const entry = 'virtual:entry'
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    external,
    plugins: [
      {
        name: 'entry',
        resolveId: (id, from) => (from === undefined ? id : from === entry ? join(folder, id) : null),
        load: (id) => (id === entry ? code : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, ...options })
  await bundle.close()
  return output.filter((part) => part.type === 'chunk')
}

/** Returns chunks with all chunks that they import. */
function withImports(some: readonly OutputChunk[], all: readonly OutputChunk[], known = new Set<OutputChunk>()) {
  for (const chunk of some) {
    if (known.has(chunk)) continue
    known.add(chunk)
    const imported = all.filter(({ fileName }) => chunk.imports.includes(fileName))
    withImports(imported, all, known)
  }
  return known
}

const compressed = (chunks: readonly OutputChunk[]) =>
  gzipSync(chunks.map(({ code }) => code).join(''), { level: 9 }).byteLength
