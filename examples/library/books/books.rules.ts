import type { Whereabouts } from './books.contract.ts'

interface Book {
  title: string
  whereabouts: Whereabouts
}

/** Returns the whereabouts of a book on a shelf. */
export const onShelf = (shelf: string): Whereabouts => ({ place: 'shelf', shelf })

/** Returns why a book cannot be lent, or undefined when it can. */
export function refusedLoan({ title, whereabouts }: Book): string | undefined {
  return whereabouts.place === 'reader' ? `"${title}" is lent until ${whereabouts.due_on}.` : undefined
}

/** Returns why a book cannot be returned, or undefined when it can. */
export function refusedReturn({ title, whereabouts }: Book): string | undefined {
  return whereabouts.place === 'shelf' ? `"${title}" is on the shelf ${whereabouts.shelf}.` : undefined
}

/** Returns the whereabouts of a lent book, with the shelf to which it belongs. */
export function lent(
  whereabouts: Whereabouts,
  { borrower, due_on }: { borrower: string; due_on: string },
): Whereabouts {
  return { place: 'reader', borrower, due_on, shelf: whereabouts.shelf }
}

/** Returns the label for the spine of a book, as an SVG document. */
export function labelOf({ id, author, title }: { id: string; author: string; title: string }): string {
  const lines = [author, title, id].map((line, index) => `<text x="4" y="${14 * (index + 1)}">${escaped(line)}</text>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="48" font-size="12">${lines.join('')}</svg>\n`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
