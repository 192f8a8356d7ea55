import type { AnyOperation, Resource } from '@roster/core/contract'
import type { Naming } from '@roster/core/contract'
import { prefixOf, type Site } from '../../naming/site.ts'
import { type Html, html } from '../../pages/html.ts'
import { type Page, toolPage } from '../../pages/page.ts'
import { STYLE } from './style.ts'

export interface LiveEventsView extends Site {
  /** Resources of the service. */
  resources: readonly Resource[]
  /** Addresses of the script's modules; the first is the one to run. */
  modules: readonly [string, ...string[]]
}

/** Finds an operation by its name; its path is as callers reach it. */
type Find = (name: string) => Pick<AnyOperation, 'path' | 'scope'>

/**
 * Returns the page that shows the stream of events to an authenticated caller, and lets the caller test a webhook endpoint. Paths, scopes, names of events and
 * the example come from the contract; the script finds them in `data-` attributes.
 */
export function liveEventsPage({ naming, baseUrl, resources, modules }: LiveEventsView): Page {
  const all = resources.flatMap(({ operations, rest }) => Object.values({ ...operations, ...rest }))
  const prefix = prefixOf({ baseUrl })
  const find: Find = (name) => {
    const { path, scope } = all.find((operation) => operation.name === name)!
    return { path: prefix + path, scope }
  }
  const body = html`<div class="top">
      <div>
        <h1>Live events</h1>
        <p class="soft">
          Every committed change as it happens, and what a webhook endpoint makes of a test. More in the
          <a href="${prefix}/docs">API reference</a>.
        </p>
      </div>
      <p id="status" class="status" role="status" data-state="off">
        <span id="status-words">Not watching</span><span id="status-more" aria-hidden="true"></span>
      </p>
    </div>
    <noscript
      ><p class="alert">
        This page needs JavaScript. The stream is at ${find('events.subscribe').path}, for any client.
      </p></noscript
    >
    ${connectForm(find, naming)}
    <div id="alert" role="alert"></div>
    <div id="workspace" class="workspace" hidden>
      ${streamPart(find, baseUrl, resources)} ${webhookPart(find, naming)}
    </div>`
  return toolPage('Live events', body, { style: STYLE, modules })
}

function connectForm(find: Find, { secretPrefixes }: Naming): Html {
  return html`<form
    id="connect"
    class="connect panel"
    data-me="${find('me.get').path}"
    data-session="${find('session.get').path}"
  >
    <div>
      <label for="key">API key</label>
      <input
        id="key"
        type="text"
        class="hidden-text"
        autocomplete="off"
        autocapitalize="none"
        spellcheck="false"
        placeholder="${secretPrefixes.apiKey}…"
        aria-describedby="key-hint"
      />
    </div>
    <button class="primary">Watch</button>
    <p id="key-hint" class="soft">
      Stays in the memory of this page, and is sent in a header only. Without one, the session that is signed in at this
      service is used.
    </p>
  </form>`
}

function streamPart(find: Find, baseUrl: string, resources: readonly Resource[]): Html {
  const { path, scope } = find('events.subscribe')
  const example = exampleOf(resources)
  return html`<section
    id="stream"
    class="stream"
    aria-labelledby="stream-title"
    data-path="${path}"
    data-scope="${scope}"
  >
    <div class="bar">
      <h2 id="stream-title">Stream</h2>
      <p id="caller" class="soft"></p>
      <div id="buttons" class="buttons">
        <button id="pause" type="button">Pause</button>
        <button id="clear" type="button">Clear</button>
        <button id="stop" type="button">Stop</button>
      </div>
    </div>
    <p id="jump" class="jump"><a href="#webhooks">Send a test event</a></p>
    ${filterForm(resources)}
    <div id="empty" class="panel empty">
      <p>
        <strong>Nothing has happened yet.</strong> Events appear here as soon as a change is committed. Make one from a
        terminal:
      </p>
      ${copied('example', `Command that ${thirdPerson(example.summary)}`, commandFor(example, baseUrl))}
    </div>
    <ol id="events" class="events" aria-label="Events, newest first" aria-live="polite" aria-relevant="additions"></ol>
  </section>`
}

/** Returns the names of events as check boxes. When none is checked, every event is shown. */
function filterForm(resources: readonly Resource[]): Html {
  const names = resources.flatMap(({ events }) => Object.keys(events))
  const choices = names.map(
    (name) => html`<label><input type="checkbox" value="${name}" /> <code>${name}</code></label> `,
  )
  return html`<details id="choices" class="filter">
    <summary>Filter: <span id="chosen">all events</span></summary>
    <fieldset id="filter">
      <legend>Only these events</legend>
      ${choices}
    </fieldset>
    <button id="all" type="button">Show all events</button>
  </details>`
}

/** Returns the first operation that creates something without a path parameter, and leaves an event. At least API keys have one. */
function exampleOf(resources: readonly Resource[]): AnyOperation {
  const emitting = resources.filter(({ events }) => Object.keys(events).length > 0)
  const all = emitting.flatMap(({ operations }) => Object.values(operations))
  return all.find(({ method, example, pathNames }) => method === 'POST' && example && pathNames.length === 0)!
}

/** Returns a summary in the third person: `Create a user` becomes `creates a user`. */
const thirdPerson = (summary: string) => summary.toLowerCase().replace(/^\w+/, '$&s')

/** Returns the curl command of a request that leaves an event. The shell makes an e-mail address in the command a new one each time. */
function commandFor({ path, example }: AnyOperation, baseUrl: string): string {
  const { email, ...members } = example as { email?: string }
  const fresh = email === undefined ? {} : { email: email.replace('@', ".'$RANDOM'@") }
  const body = JSON.stringify({ ...members, ...fresh })
  return [`curl ${baseUrl}${path} -H "X-API-Key: $KEY"`, `-H 'Content-Type: application/json'`, `-d '${body}'`].join(
    ' \\\n  ',
  )
}

function webhookPart(find: Find, { prefix }: Naming): Html {
  const of = (name: string) => find(`webhookEndpoints.${name}`)
  const { scope } = of('test')
  return html`<section
    id="webhooks"
    class="webhooks panel"
    aria-labelledby="webhooks-title"
    data-scope="${scope}"
    data-list="${of('list').path}"
    data-create="${of('create').path}"
    data-test="${of('test').path}"
    data-deliveries="${of('deliveries').path}"
  >
    <h2 id="webhooks-title">Send a test event</h2>
    <div id="secret" class="secret" role="status"></div>
    <p id="forbidden" hidden>
      This needs the scope <code>${scope}</code>, which this caller does not hold. Watch with a key that does.
    </p>
    <div id="try" hidden>
      <p class="soft">Goes to one webhook endpoint, signed as every delivery is, and into the stream.</p>
      <form id="test">
        <div>
          <label for="endpoint">Webhook endpoint</label>
          <select id="endpoint"></select>
        </div>
        <button class="primary">Send test event</button>
      </form>
      <p id="outcome" class="outcome" role="status"></p>
      <h3 id="deliveries-title" hidden>Recent deliveries</h3>
      <ol id="deliveries" class="deliveries" aria-labelledby="deliveries-title"></ol>
    </div>
    <details id="register" hidden>
      <summary>Register an endpoint</summary>
      <form id="create">
        <div>
          <label for="url">Address that receives events</label>
          <input
            id="url"
            type="url"
            autocomplete="off"
            spellcheck="false"
            required
            placeholder="https://example.com/webhooks"
            aria-describedby="url-hint"
          />
        </div>
        <p id="url-hint" class="soft">
          It must be https and open to everybody. Private addresses are refused unless
          <code>${prefix}WEBHOOK_ALLOW</code> names them.
        </p>
        <button>Register</button>
      </form>
    </details>
    <div id="webhook-alert" role="alert"></div>
  </section>`
}

/** Text with a button that copies it. */
function copied(id: string, label: string, text: string): Html {
  return html`<section class="copied" aria-label="${label}">
    <pre id="${id}" tabindex="0">${text}</pre>
    <button type="button" data-copy="${id}">Copy</button>
  </section>`
}
