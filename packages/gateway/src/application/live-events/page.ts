import { resources } from '@roster/api/app'
import type { Naming, Site } from '../../naming/naming.ts'
import { type Html, html } from '../../pages/html.ts'
import { type Page, toolPage } from '../../pages/page.ts'
import { STYLE } from './style.ts'

export interface LiveEventsView extends Site {
  /** Addresses of the script's modules; the first is the one to run. */
  modules: readonly [string, ...string[]]
}

const { users, me, session, events, webhookEndpoints } = resources
const operationsOf = webhookEndpoints.procedures
const WEBHOOK_SCOPE = operationsOf.test.operation.scope

/**
 * Shows the stream of events to who proves who they are, and lets them try a webhook endpoint. Paths, scopes, names of events and the
 * example come from the contract; the script finds them in `data-` attributes.
 */
export function liveEventsPage({ naming, baseUrl, modules }: LiveEventsView): Page {
  const body = html`<div class="top">
      <div>
        <h1>Live events</h1>
        <p class="soft">
          Every committed change as it happens, and what a webhook endpoint makes of a test. More in the
          <a href="/docs">API reference</a>.
        </p>
      </div>
      <p id="status" class="status" role="status" data-state="off">
        <span id="status-words">Not watching</span><span id="status-more" aria-hidden="true"></span>
      </p>
    </div>
    <noscript
      ><p class="alert">
        This page needs JavaScript. The stream is at ${events.procedures.subscribe.operation.path}, for any client.
      </p></noscript
    >
    ${connectForm()}
    <div id="alert" role="alert"></div>
    <div id="workspace" class="workspace" hidden>${streamPart(baseUrl)} ${webhookPart(naming)}</div>`
  return toolPage('Live events', body, { style: STYLE, modules })
}

function connectForm(): Html {
  const sessionGet = session.rest.find(({ operation }) => operation.name === 'session.get')!.operation
  return html`<form
    id="connect"
    class="connect panel"
    data-me="${me.procedures.get.operation.path}"
    data-session="${sessionGet.path}"
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
        placeholder="rk_…"
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

function streamPart(baseUrl: string): Html {
  const { path, scope } = events.procedures.subscribe.operation
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
    ${filterForm()}
    <div id="empty" class="panel empty">
      <p>
        <strong>Nothing has happened yet.</strong> Events appear here as soon as a change is committed. Make one from a
        terminal:
      </p>
      ${copied('example', 'Command that creates a user', exampleCommand(baseUrl))}
    </div>
    <ol id="events" class="events" aria-label="Events, newest first" aria-live="polite" aria-relevant="additions"></ol>
  </section>`
}

/** The catalogue as choices; with none of them made, every event is shown. */
function filterForm(): Html {
  const names = Object.values(resources).flatMap(({ contract }) => Object.keys(contract.events))
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

/** A request that leaves an event, to be pasted into a terminal. The shell makes its e-mail address a new one each time. */
function exampleCommand(baseUrl: string): string {
  const { path, example } = users.procedures.create.operation
  const { email, ...members } = example as { email: string }
  const body = JSON.stringify({ ...members, email: email.replace('@', ".'$RANDOM'@") })
  return [`curl ${baseUrl}${path} -H "X-API-Key: $KEY"`, `-H 'Content-Type: application/json'`, `-d '${body}'`].join(
    ' \\\n  ',
  )
}

function webhookPart({ prefix }: Naming): Html {
  const { list, create, test, deliveries } = operationsOf
  return html`<section
    id="webhooks"
    class="webhooks panel"
    aria-labelledby="webhooks-title"
    data-scope="${WEBHOOK_SCOPE}"
    data-list="${list.operation.path}"
    data-create="${create.operation.path}"
    data-test="${test.operation.path}"
    data-deliveries="${deliveries.operation.path}"
  >
    <h2 id="webhooks-title">Send a test event</h2>
    <div id="secret" class="secret" role="status"></div>
    <p id="forbidden" hidden>
      This needs the scope <code>${WEBHOOK_SCOPE}</code>, which this caller does not hold. Watch with a key that does.
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
