import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { type OutputChunk, type OutputOptions, rolldown } from 'rolldown'

/** All of a module in one file, as a browser could load it: bundled and minified. */
export async function bundleOf(folder: string, code: string): Promise<string> {
  const [chunk] = await chunksOf(folder, code, { codeSplitting: false })
  return chunk!.code
}

/** How large a module is when a browser loads it, bundled, minified and compressed, in bytes: what it loads at once, and what when that is needed. */
export async function sizesOf(folder: string, code: string): Promise<{ atOnce: number; later: number }> {
  const chunks = await chunksOf(folder, code)
  const entries = chunks.filter(({ isEntry }) => isEntry)
  const atOnce = withImports(entries, chunks)
  const later = chunks.filter((chunk) => !atOnce.has(chunk))
  return { atOnce: compressed([...atOnce]), later: compressed(later) }
}

async function chunksOf(folder: string, code: string, options: OutputOptions = {}): Promise<OutputChunk[]> {
  const entry = 'virtual:entry'
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    external: ['msw'],
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

/** Chunks, and those that they import. */
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
