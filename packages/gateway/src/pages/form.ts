import { type Html, html, type Part } from './html.ts'

/** Where a form is sent, and the token that shows it came from our page. */
export interface FormTarget {
  action: string
  csrf: string
}

export interface FieldOptions {
  label: string
  name: string
  type?: 'text' | 'email' | 'password'
  value?: string | undefined
  /** What the field is for, to the browser and to password managers (HTML, section 4.10.18.7). */
  autocomplete: string
  /** Whether the page opens with the cursor in it. */
  focus?: boolean
  /** Identifier of the error message about it. */
  error?: string | undefined
  look?: string
  /** What a keyboard on a screen capitalises; e-mail addresses and passwords it leaves alone. */
  autocapitalize?: 'characters'
}

/** Identifier of the error message of a form. */
const ERROR = 'error'

/** A form that posts to `action` and carries the token as `xsrf`. */
export function form({ action, csrf }: FormTarget, body: Html): Html {
  return html`<form method="post" action="${action}" novalidate>
    <input type="hidden" name="xsrf" value="${csrf}" />
    ${body}
  </form>`
}

/** What went wrong with the last try, read out at once. Fields refer to it. */
export function alert(message: string | undefined): Html | undefined {
  return message === undefined ? undefined : html`<p class="alert" role="alert" id="${ERROR}">${message}</p>`
}

/** A field with its label. Pages never correct or capitalise what is typed, and the service alone judges it. */
export function field({ label, name, type = 'text', value, autocomplete, focus, error, ...more }: FieldOptions): Html {
  const input = attributes({
    id: name,
    name,
    type,
    value,
    class: more.look,
    autocomplete,
    autocapitalize: more.autocapitalize,
    spellcheck: 'false',
    required: true,
    autofocus: focus,
    ...(error !== undefined && { 'aria-invalid': 'true', 'aria-describedby': ERROR }),
  })
  return html`<div>
    <label for="${name}">${label}</label>
    <input${input} />
  </div>`
}

/** Attributes of an element, each after a space; those that are true stand without a value. */
function attributes(all: Record<string, string | boolean | undefined>): Part {
  return Object.entries(all).map(([name, value]) => {
    if (value === undefined || value === false) return undefined
    return value === true ? ` ${name}` : html` ${name}="${value}"`
  })
}
