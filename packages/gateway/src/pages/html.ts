/** HTML that is safe to put into a page as it stands. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  toString(): string {
    return this.source
  }
}

/** A value in a template: text is escaped, HTML stays, lists are joined; undefined and false leave nothing. */
export type Part = string | number | Html | undefined | false | readonly Part[]

/** Returns HTML from a template. Every text in it is escaped, so that it stays text between tags and inside quoted attributes. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(literals.map((literal, index) => literal + sourceOf(parts[index])).join(''))
}

function sourceOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.source
  if (typeof part === 'object') return part.map(sourceOf).join('')
  return escaped(String(part))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Returns a text escaped for HTML, attribute values included. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}
