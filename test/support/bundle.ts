import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** What a browser would load of a module: bundled and minified. */
export async function bundleOf(folder: string, code: string): Promise<{ text: string; size: number }> {
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
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  const text = output.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('')
  return { text, size: gzipSync(text, { level: 9 }).byteLength }
}
