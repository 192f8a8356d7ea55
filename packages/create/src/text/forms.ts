/** The ways in which words are written in code and prose. */
export interface Forms {
  /** `supportTicket` */
  camel: string
  /** `SupportTicket` */
  pascal: string
  /** `support-ticket` */
  kebab: string
  /** `support_ticket` */
  snake: string
  /** `support ticket` */
  plain: string
  /** `Support ticket` */
  sentence: string
}

const HYPHENATED = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

/** Whether a text is lower-case words, with hyphens between them, from which every other form can be made. */
export const isHyphenated = (text: string): boolean => HYPHENATED.test(text)

/** Returns all forms of hyphenated words. */
export function formsOf(kebab: string): Forms {
  const words = kebab.split('-')
  const pascal = words.map(capitalized).join('')
  const plain = words.join(' ')
  return {
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    kebab,
    snake: words.join('_'),
    plain,
    sentence: capitalized(plain),
  }
}

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
