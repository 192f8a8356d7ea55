import { type SendStatic, staticText } from '../http/static-text.ts'
import { Html, html } from './html.ts'
import { pagePolicy } from './policy.ts'
import { STYLE } from './style.ts'

/** A page of any service. */
export interface Page {
  title: string
  look: 'article' | 'card' | 'tool'
  body: Html
  /** Elements of the head, beside those of all pages. */
  head?: Html
}

/** Returns a page to read: no script, nothing from outside. */
export function articlePage(title: string, body: Html): Page {
  return { title, look: 'article', body }
}

/** Returns a page with one task in its middle, such as a form. */
export function cardPage(title: string, body: Html): Page {
  return { title, look: 'card', body }
}

/** Style and script of a page with a script. */
export interface Tool {
  /** CSS rules beside those of all pages. */
  style: string
  /** Addresses of the script's modules; the first is the one to run. */
  modules: readonly [string, ...string[]]
}

/** Returns a page to work with, as wide as its window, with a style and a script of its own. */
export function toolPage(title: string, body: Html, { style, modules: [main, ...others] }: Tool): Page {
  const head = html`${new Html(`<style>${style}</style>`)}
    ${others.map((address) => html`<link rel="modulepreload" href="${address}" /> `)}
    <script type="module" src="${main}"></script>`
  return { title, look: 'tool', body, head }
}

/** Returns the HTML document of a page, for the service of this name. */
export function rendered({ title, look, body, head }: Page, service: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · ${service}</title>
        <link rel="icon" href="${ICON}" />
        ${STYLE_ELEMENT} ${head}
      </head>
      <body class="${look}">
        <header>${MARK}<span>${service}</span></header>
        <main>${body}</main>
      </body>
    </html> `.toString()
}

/** The policy has the hash of this element's text, to the byte. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`)

const BARS = 'M4 5h16v3H4zM4 10.5h11v3H4zM4 16h13.5v3H4z'
const MARK = html`<svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d="${BARS}"></path></svg>`
const ICON = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#0f8a76"><path d="${BARS}"/></svg>`)}`

/** Returns a handler that sends a page of the service of this name. The page never changes, and may load nothing but its own style. */
export function pageSender(page: Page, service: string): SendStatic {
  const send = staticText(rendered(page, service))
  const headers = { 'content-security-policy': pagePolicy(), 'cache-control': 'no-cache' }
  return (request, reply) => send(request, reply.headers(headers).type('text/html; charset=utf-8'))
}
