/** Rules of notes: pure functions that the service and its mock both use. */
export const counted = ({ text }: { text: string }) => ({ words: text.split(' ').length })

/** Returns why a note cannot be finished, or undefined when it can. */
export const refusedFinish = ({ done, text }: { done: boolean; text: string }) =>
  done ? `The note "${text}" is done already.` : undefined

/** Returns the input without the identifier of the note. */
export function compared<Asked extends { note_id: string }>(input: Asked) {
  const { note_id: _, ...asked } = input
  return asked
}

/** Returns a note as a file. */
export const printed = ({ text }: { text: string }) => ({ content: text, type: 'text/plain', name: `${text}.txt` })

/** Returns a note with its text in the requested voice. */
export const voiced = <Read extends { text: string }>(record: Read, voice: 'plain' | 'loud'): Read => ({
  ...record,
  text: { plain: record.text, loud: record.text.toUpperCase() }[voice],
})
