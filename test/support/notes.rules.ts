/** What notes keep to: pure functions, which the service and its mock both use. */
export const counted = ({ text }: { text: string }) => ({ words: text.split(' ').length })

/** Why a note cannot be finished; undefined where it can. */
export const refusedFinish = ({ done, text }: { done: boolean; text: string }) =>
  done ? `The note "${text}" is done already.` : undefined

/** What was asked, without the note it was asked of. */
export const compared = <Asked extends object>({ note_id: _, ...asked }: Asked & { note_id: string }) => asked

/** A note as a file. */
export const printed = ({ text }: { text: string }) => ({ content: text, type: 'text/plain', name: `${text}.txt` })
