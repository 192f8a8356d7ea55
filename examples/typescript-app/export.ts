import { writeFile } from 'node:fs/promises'
import type { Roster } from '@roster/sdk'

/** Exports all users to a CSV file. The download is streamed to the file, and resumes by itself after a broken connection. */
export async function saveExport(roster: Roster, path: string, report: (line: string) => void): Promise<void> {
  const made = await roster.exports.createAndWait({ format: 'csv' })
  if (made.status !== 'succeeded') throw new Error(`Export ${made.id} has ${made.status}.`)
  report(`\nExported ${made.progress.total} users`)

  const file = await roster.exports.download(made.id, {
    onProgress: ({ received, total }) => report(`  ${received} of ${total} bytes`),
  })
  await writeFile(path, file)
  report(`Saved as ${path}`)
}
