import { alarm, copyWith, find } from './dom.js'
import { follow } from './follow.js'
import { Rows } from './rows.js'
import { call, callerOf } from './service.js'
import { Webhooks } from './webhooks.js'

const connect = find('connect', HTMLFormElement)
const key = find('key', HTMLInputElement)
const filter = find('filter', HTMLFieldSetElement)
const pauseButton = find('pause', HTMLButtonElement)
const clearButton = find('clear', HTMLButtonElement)
const stopButton = find('stop', HTMLButtonElement)
const status = find('status', HTMLElement)
const alert = find('alert', HTMLElement)
const stream = find('stream', HTMLElement)

const rows = new Rows(find('events', HTMLOListElement), find('empty', HTMLElement))
const webhooks = new Webhooks((id) => rows.mark(id))

/** Who watches, from where on, and what ends it. Nobody at first. @type {import('./service.js').Caller | undefined} */
let caller
/** @type {{ cursor?: string }} */
let position = {}
let reading = new AbortController()

connect.addEventListener('submit', (submission) => {
  submission.preventDefault()
  void begin().catch(refuse)
})
pauseButton.addEventListener('click', () => (reading.signal.aborted ? read() : pause()))
clearButton.addEventListener('click', () => rows.clear())
stopButton.addEventListener('click', () => stop('Stopped'))
filter.addEventListener('change', choose)
find('all', HTMLButtonElement).addEventListener('click', chooseAll)
for (const button of document.querySelectorAll('[data-copy]'))
  if (button instanceof HTMLButtonElement)
    copyWith(button, () => find(String(button.dataset['copy']), HTMLElement).innerText)

/** Begins to watch as the caller whose key was typed. */
async function begin() {
  alarm(alert)
  key.removeAttribute('aria-invalid')
  const next = await callerOf(key.value.trim(), String(connect.dataset['session']))
  const { principal, scopes } = await call(next, 'GET', String(connect.dataset['me']))
  caller = next
  position = {}
  rows.clear()
  key.value = ''
  find('caller', HTMLElement).textContent = `As ${principal.name}`
  show(true)
  read()
  pauseButton.focus()
  await webhooks.open(next, scopes)
}

/** @param {unknown} error */
function refuse(error) {
  alarm(alert, error)
  key.setAttribute('aria-invalid', 'true')
  key.focus()
}

/** Reads on from where the page has come. */
function read() {
  if (!caller) return
  reading.abort()
  reading = new AbortController()
  const { signal } = reading
  pauseButton.textContent = 'Pause'
  const whileWanted = (/** @type {() => void} */ act) => signal.aborted || act()
  follow({
    path: String(stream.dataset['path']),
    caller,
    types: chosen(),
    position,
    signal,
    onMessage: (message, cursor) => whileWanted(() => rows.add(message, cursor)),
    onState: (state, seconds) => whileWanted(() => SAY[state](seconds)),
  }).catch((error) => {
    if (signal.aborted) return
    stop('Stopped')
    alarm(alert, error)
  })
}

/** Ends the connection, and keeps the place. */
function pause() {
  reading.abort()
  pauseButton.textContent = 'Resume'
  say('off', 'Paused')
}

/** @param {string} why */
function stop(why) {
  reading.abort()
  webhooks.close()
  caller = undefined
  show(false)
  say('off', why)
  key.focus()
}

/** Reads on with other events. */
function choose() {
  const types = chosen()
  const all = filter.querySelectorAll('input').length
  find('chosen', HTMLElement).textContent = types.length === 0 ? 'all events' : `${types.length} of ${all} events`
  rows.keep(types)
  if (!reading.signal.aborted) read()
}

function chooseAll() {
  for (const box of filter.querySelectorAll('input')) box.checked = false
  choose()
}

/** Names of the events that are asked for; none for all. */
function chosen() {
  return Array.from(filter.querySelectorAll('input:checked'), (box) => /** @type {HTMLInputElement} */ (box).value)
}

/** @param {boolean} isWatching */
function show(isWatching) {
  connect.hidden = isWatching
  find('workspace', HTMLElement).hidden = !isWatching && rows.isEmpty
  for (const id of ['buttons', 'choices', 'jump', 'webhooks']) find(id, HTMLElement).hidden = !isWatching
}

/** @type {Record<'connecting' | 'watching' | 'waiting', (seconds?: number) => void>} */
const SAY = {
  connecting: () => say('lost', 'Connecting'),
  watching: () => say('on', 'Watching'),
  waiting: (seconds) => say('lost', 'Connecting again', ` in ${seconds} s`),
}

/**
 * Says how it stands. `more` is shown, and not read out: it changes every second.
 *
 * @param {'on' | 'lost' | 'off'} state
 * @param {string} text
 * @param {string} [more]
 */
function say(state, text, more = '') {
  const [words, rest] = [find('status-words', HTMLElement), find('status-more', HTMLElement)]
  status.dataset['state'] = state
  if (words.textContent !== text) words.textContent = text
  rest.textContent = more
}
