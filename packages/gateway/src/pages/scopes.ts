import { type Html, html } from './html.ts'

/** A scope, with the words shown to people who grant it. */
export interface ScopeWords {
  name: string
  description: string
}

/** What is asked for, as a list. */
export function scopeList(asked: ScopeWords[]): Html {
  const items = asked.map(({ name, description }) => html`<li>${description} <code>${name}</code></li> `)
  return html`<ul class="scopes">
    ${items}
  </ul>`
}
