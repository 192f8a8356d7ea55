import { copyWith, element } from './dom.js'

/** Most rows that are kept; older ones go. */
const MOST = 200

/** What ends a record, or says that something went wrong. */
const ENDS = /\.(?:deleted|suspended|cancelled|revoked|failed)$/

/** The events of the page, newest first. */
export class Rows {
  /**
   * @param {HTMLOListElement} list
   * @param {HTMLElement} empty What is shown while there is none.
   */
  constructor(list, empty) {
    this.list = list
    this.empty = empty
    /** Identifiers of the events that this page has caused. */
    this.own = new Set()
  }

  /**
   * Adds an event, or a notice about the stream.
   *
   * @param {any} message
   * @param {string} cursor
   */
  add(message, cursor) {
    this.list.prepend(message.type === 'update' ? this.rowOf(message, cursor) : noticeOf(message))
    while (this.list.children.length > MOST) this.list.lastElementChild?.remove()
    this.empty.hidden = true
  }

  /**
   * Marks an event as caused here, now or when it comes.
   *
   * @param {string} id
   */
  mark(id) {
    this.own.add(id)
    for (const row of this.list.children)
      if (row instanceof HTMLElement && row.dataset['id'] === id) row.className = 'own'
  }

  /**
   * Takes away the events of other names; none means all stay.
   *
   * @param {string[]} types
   */
  keep(types) {
    if (types.length === 0) return
    for (const row of Array.from(this.list.children))
      if (row instanceof HTMLElement && row.dataset['event'] && !types.includes(row.dataset['event'])) row.remove()
    this.empty.hidden = !this.isEmpty
  }

  get isEmpty() {
    return this.list.children.length === 0
  }

  clear() {
    this.list.replaceChildren()
    this.empty.hidden = false
  }

  /**
   * @param {any} update
   * @param {string} cursor
   */
  rowOf({ event, id, created_at, data }, cursor) {
    const time = element('time', undefined, new Date(created_at).toLocaleTimeString())
    time.dateTime = created_at
    const summary = element(
      'summary',
      undefined,
      element('span', ENDS.test(event) ? 'name end' : 'name', event),
      element('bdi', 'subject', String(data.name ?? data.number ?? data.url ?? data.id)),
      element('span', 'cursor', cursor),
      time,
    )
    const details = element('details', undefined, summary)
    details.addEventListener('toggle', () => details.append(...detailsOf({ event, id, cursor, created_at, data })), {
      once: true,
    })
    const row = element('li', this.own.has(id) ? 'own' : '', details)
    Object.assign(row.dataset, { id, event })
    return row
  }
}

/**
 * All there is to know of an event, made when somebody opens its row.
 *
 * @param {{ event: string, id: string, cursor: string, created_at: string, data: object }} entry
 */
function detailsOf({ data, ...members }) {
  const list = element('dl')
  for (const [name, value] of Object.entries(members))
    list.append(element('dt', undefined, name), element('dd', undefined, value))
  const json = JSON.stringify(data, undefined, 2)
  const text = element('pre', undefined, json)
  text.tabIndex = 0
  const copy = element('button', undefined, 'Copy')
  copy.type = 'button'
  copyWith(copy, () => json)
  const region = element('section', 'copied', text, copy)
  region.ariaLabel = `Data of ${members.event} ${members.cursor}`
  return [list, region]
}

/** @param {any} notice */
function noticeOf({ notification, cursor, ...details }) {
  if (notification === 'reset')
    return element(
      'li',
      'notice',
      `Events before this were missed: the log no longer goes back so far. It goes on from ${cursor}.`,
    )
  const { type: _, ...rest } = details
  return element('li', 'notice', `${notification}: ${Object.values(rest).join(', ')}`)
}
