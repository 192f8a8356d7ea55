/** What notes keep to: pure functions, which the service and its mock both use. */
export const counted = ({ text }: { text: string }) => ({ words: text.split(' ').length })

/** Why a note cannot be finished; undefined where it can. */
export const refusedFinish = ({ done, text }: { done: boolean; text: string }) =>
  done ? `The note "${text}" is done already.` : undefined

/** What was asked, without the note it was asked of. */
export function compared<Asked extends { note_id: string }>(input: Asked) {
  const { note_id: _, ...asked } = input
  return asked
}

/** A note as a file. */
export const printed = ({ text }: { text: string }) => ({ content: text, type: 'text/plain', name: `${text}.txt` })

/** A note in the voice that it is read in. */
export const voiced = <Read extends { text: string }>(record: Read, voice: 'plain' | 'loud'): Read => ({
  ...record,
  text: { plain: record.text, loud: record.text.toUpperCase() }[voice],
})
