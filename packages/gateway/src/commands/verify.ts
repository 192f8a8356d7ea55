import { verify as verifyArchive } from '@roster/core/server'
import type { Command } from './command.ts'

/** Says whether an archive is whole, and what is in it. */
export const verify: Command = {
  usage: 'verify <file>',
  summary: 'says whether such a file is whole, and what is in it',
  words: [1, 1],
  async run({ words: [file], say }) {
    const { header, sums } = await verifyArchive(file!)
    say(`${file} is whole: ${header.application} as it was at ${header.made_at}.`)
    for (const [table, { count }] of Object.entries(sums)) say(`  ${table}: ${count.toLocaleString('en')}`)
  },
}
