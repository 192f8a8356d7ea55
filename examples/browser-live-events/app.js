import { Roster } from '@roster/sdk'
import { subscribe } from '@roster/sdk/realtime'

const MOST = 100

const find = (selector) => document.querySelector(selector)
const { roster: baseUrl } = await (await fetch('config.json')).json()
let following = new AbortController()

find('#connect').addEventListener('submit', (submission) => {
  submission.preventDefault()
  following.abort()
  following = new AbortController()
  void follow(find('#key').value, following.signal)
})

/** Subscribes to events and shows each one, until the signal aborts. */
async function follow(apiKey, signal) {
  say('on', 'Following')
  try {
    const roster = new Roster({
      baseUrl,
      apiKey,
      logLevel: 'off',
      onRetry: () => say('lost', 'Connecting again …'),
      onResponse,
    })
    const onReset = () => say('lost', 'Events were missed. Load the page again.')
    for await (const event of subscribe(roster, { signal, onReset })) show(event)
  } catch (error) {
    say('off', error.detail ?? error.message)
  }
}

function onResponse({ response }) {
  if (response.ok) say('on', 'Following')
}

function say(state, text) {
  find('#status').textContent = text
  find('#status').dataset.state = state
}

function show({ event, created_at, data }) {
  const [kind, change] = event.split('.')
  const item = element('li', '')
  item.dataset.change = change
  const time = element('time', new Date(created_at).toLocaleTimeString())
  time.dateTime = created_at
  item.append(element('span', event), element('strong', data.name ?? data.number ?? data.id), time)
  if (kind === 'user' && data.email) item.append(element('small', `${data.email}, ${data.role}`))
  find('#events').prepend(item)
  find('#events').children[MOST]?.remove()
  find('#empty').hidden = true
}

function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
