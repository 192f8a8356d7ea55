import { type Html, html, type Part } from './html.ts'

/** Address that a form is sent to, and the token that proves that it came from a page of this service. */
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
  /** Whether the page opens with the cursor in the field. */
  focus?: boolean
  /** Error message of the form; when set, the field is marked as invalid and refers to the message. */
  error?: string | undefined
  look?: string
  /** What a keyboard on a screen capitalises. E-mail addresses and passwords are left alone. */
  autocapitalize?: 'characters'
}

/** Identifier of the error message of a form. */
const ERROR = 'error'

/** Returns a form that posts to `action` and carries the token as `xsrf`. */
export function form({ action, csrf }: FormTarget, body: Html): Html {
  return html`<form method="post" action="${action}" novalidate>
    <input type="hidden" name="xsrf" value="${csrf}" />
    ${body}
  </form>`
}

/** Returns the error message of the last try, which is read out at once; undefined without one. Fields refer to it. */
export function alert(message: string | undefined): Html | undefined {
  return message === undefined ? undefined : html`<p class="alert" role="alert" id="${ERROR}">${message}</p>`
}

/** Returns a field with its label. Browsers never correct or capitalise the input, and only the service validates it. */
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

/** Returns the attributes of an element, each after a space; those that are true have no value. */
function attributes(all: Record<string, string | boolean | undefined>): Part {
  return Object.entries(all).map(([name, value]) => {
    if (value === undefined || value === false) return undefined
    return value === true ? ` ${name}` : html` ${name}="${value}"`
  })
}
