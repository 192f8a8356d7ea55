/**
 * The element of the page with this id.
 *
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function find(id, kind) {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${kind.name} with the id ${id}.`)
}

/**
 * A new element. What it holds is text or other elements: text never becomes HTML.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} [look] Its class.
 * @param {(string | Node)[]} content
 */
export function element(name, look, ...content) {
  const made = document.createElement(name)
  if (look !== undefined) made.className = look
  made.append(...content)
  return made
}

/**
 * Shows or takes away what went wrong. The place is there from the start, so that it is read out.
 *
 * @param {HTMLElement} place
 * @param {unknown} [error]
 */
export function alarm(place, error) {
  place.replaceChildren()
  if (error === undefined) return
  const { title, lines } = wordsOf(error)
  place.append(
    element(
      'div',
      'alert',
      element('strong', undefined, title),
      ...lines.map((line) => element('span', undefined, line)),
    ),
  )
}

/**
 * @param {unknown} error
 * @returns {{ title: string, lines: string[] }}
 */
function wordsOf(error) {
  if (!(error instanceof Error)) return { title: String(error), lines: [] }
  const { title = 'The request could not be made', lines = [error.message] } =
    /** @type {{ title?: string, lines?: string[] }} */ (/** @type {unknown} */ (error))
  return { title, lines }
}

/**
 * Makes a button copy a text, or takes it away where a page may not copy.
 *
 * @param {HTMLButtonElement} button
 * @param {() => string} textOf
 */
export function copyWith(button, textOf) {
  button.hidden = !('clipboard' in navigator)
  const copy = async () => {
    await navigator.clipboard.writeText(textOf())
    button.textContent = 'Copied'
    setTimeout(() => (button.textContent = 'Copy'), 2_000)
  }
  button.addEventListener('click', () => void copy())
}
