import { form, type FormTarget } from './form.ts'
import { type Html, html } from './html.ts'
import { cardPage, type Page } from './page.ts'
import { chosenName, type SignedIn, signedInAs } from './people.ts'
import { scopeList, type ScopeWords } from './scopes.ts'

export interface ConsentView extends FormTarget {
  clientName: string
  account: SignedIn
  scopes: ScopeWords[]
  /** Host of the client's redirect address, which either answer leads to. */
  redirectHost: string
  /** Whether the redirect address is a program on the user's own device, which nothing proves to be the client. Default: false. */
  isOnDevice?: boolean
  /** Facts about an agent. Default: the client is no agent. */
  agent?: AgentView | undefined
}

/** Facts about an agent that its user sees. */
export interface AgentView {
  /** Host that answers for an unregistered agent, whose name is its own claim. */
  host?: string | undefined
  /** Whether the agent asks for reading and for more, so that it can be limited to reading. */
  canOnlyRead: boolean
}

/** Returns the page that asks whether a client may act for the user. Posts `decision`: `allow`, `read` for reading alone, or `deny`. */
export function consentPage(view: ConsentView): Page {
  const { clientName, account, scopes, agent, ...target } = view
  const client = chosenName(clientName)
  return cardPage(
    'Allow access?',
    html`<h1>Allow ${client} to ${agent ? 'act for you' : 'use your account'}?</h1>
      ${signedInAs(account)} ${agent && aboutAgent(client, agent)}
      <p>It asks to:</p>
      ${scopeList(scopes)}
      ${agent && html`<p>A permission also opens every other operation that takes no more than it.</p>`}
      <p>${whereTo(view)}</p>
      ${form(
        target,
        html`<div class="actions pair">
          <button class="primary" name="decision" value="allow">Allow</button>
          <button name="decision" value="deny">Deny</button>
          ${agent?.canOnlyRead && html`<button class="wide" name="decision" value="read">Allow reading only</button>`}
        </div>`,
      )}`,
  )
}

/** Returns a paragraph about agents: an agent decides by itself what to do next, and an unregistered one could call itself anything. */
function aboutAgent(client: Html, { host }: AgentView): Html {
  const claim = host && html` It is known by its address alone, at ${strong(host)}; the name is its own claim.`
  return html`<p>${client} is an agent: a program that chooses by itself what to do for you.${claim}</p>`
}

function whereTo({ redirectHost, isOnDevice = false }: ConsentView): Html {
  if (!isOnDevice) return html`Either answer takes you to ${strong(redirectHost)}. Allow this only if you trust it.`
  return html`Either answer goes to a program on this device, at ${strong(redirectHost)}. Allow this only if you have
  started it yourself.`
}

const strong = (host: string): Html => html`<strong><bdi>${host}</bdi></strong>`
