import { laterMigration, verify as verifyArchive } from '@roster/core/server'
import type { Command } from './command.ts'

/** Command that says whether an archive is complete, what is in it, and which version restores it when this one does not. */
export const verify: Command = {
  usage: 'verify <file>',
  summary: 'says whether such a file is whole, and what is in it',
  words: [1, 1],
  async run({ application: { naming, ledgers }, words: [file], say }) {
    const { header, sums } = await verifyArchive(file!)
    say(`${file} is whole: ${header.application} as it was at ${header.made_at}.`)
    const later = header.application === naming.slug && (await laterMigration(ledgers, header.migrations))
    if (later)
      say(
        `It was made by a later version of this program, which has the migration ${later}. Restore it with that version.`,
      )
    for (const [table, { count }] of Object.entries(sums)) say(`  ${table}: ${count.toLocaleString('en')}`)
  },
}
