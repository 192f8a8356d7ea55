import { changedAt } from '#gateway/http/changed-at'
import type { Steps } from './action.ts'
import { recordAt } from './lookup.ts'
import type { Effect } from './operation.ts'
import type { Row } from './records.ts'
import { type Rule, untold } from './rule.ts'
import type { MadeFile } from './state.ts'

/** A file to download. */
export interface ReadableFile extends MadeFile {
  contentType: string
  filename: string
}

/** The result of a rule for a download. */
interface RuledFile {
  content: string
  type: string
  name: string
}

/** Returns the steps of a download. The rule makes the file from the record that the path names. */
export const fileOf = (effect: Effect, rule: Rule | undefined): Steps => ({
  load: (action) => recordAt(action, effect),
  async run({ operation, input, now, principal }, record: Row) {
    const file = rule?.({ input, record, next: record, together: [record], others: [], principal, now }) as
      | RuledFile
      | undefined
    if (!file) throw untold(operation.name, 'is made')
    const { content, type: contentType, name: filename } = file
    return { ...(await madeFile(content, changedAt(record) ?? now)), contentType, filename }
  },
})

/** Returns a file with a text, finished at an ISO timestamp. */
export async function madeFile(content: string, finished_at: string): Promise<MadeFile> {
  const bytes = new TextEncoder().encode(content)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { bytes, sha256, finished_at }
}
