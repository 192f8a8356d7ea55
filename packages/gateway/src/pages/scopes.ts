import { type Html, html } from './html.ts'

/** A scope, with the words shown to people who grant it. */
export interface ScopeWords {
  name: string
  description: string
  /** Names of the tools that the scope opens to an agent. Default: none. */
  tools?: readonly string[]
}

/** Returns the requested scopes as a list. */
export function scopeList(asked: ScopeWords[]): Html {
  const items = asked.map(
    ({ name, description, tools = [] }) =>
      html`<li>${description} <code>${name}</code>${tools.length > 0 && toolList(tools)}</li> `,
  )
  return html`<ul class="scopes">
    ${items}
  </ul>`
}

const toolList = (tools: readonly string[]): Html =>
  html`<span class="tools">Tools: ${tools.map((tool, index) => html`${index > 0 && ', '}<code>${tool}</code>`)}</span>`
