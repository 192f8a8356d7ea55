import { scopes } from '@roster/api'
import { type Html, html } from './html.ts'

/** A scope, with the words shown to people who grant it. */
export interface ScopeWords {
  name: string
  description: string
}

/** Scopes of OpenID Connect (Core, section 5.4 and section 11), in the same words. */
const OPENID_SCOPES = {
  openid: 'Know who you are',
  profile: 'See your name',
  email: 'See your e-mail address',
  offline_access: 'Keep this access while you are away',
}

const WORDS = new Map<string, string>(Object.entries({ ...OPENID_SCOPES, ...scopes }))

/** The words of these scopes, those of OpenID Connect first. A scope without words is left out. */
export function scopeWords(names: Iterable<string>): ScopeWords[] {
  const asked = new Set(names)
  return Array.from(WORDS, ([name, description]) => ({ name, description })).filter(({ name }) => asked.has(name))
}

/** What is asked for, as a list. */
export function scopeList(asked: ScopeWords[]): Html {
  const items = asked.map(({ name, description }) => html`<li>${description} <code>${name}</code></li> `)
  return html`<ul class="scopes">
    ${items}
  </ul>`
}
