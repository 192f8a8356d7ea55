import { type ErrorKind, Problem } from '@roster/core/contract'
import type { FastifyInstance } from 'fastify'
import { prefixOf, type Site } from '../naming/site.ts'
import { exampleDetails, type ExamplePlace, exampleProblem } from '../problems/problem-example.ts'
import { type Html, html } from './html.ts'
import { articlePage, type Page, pageSender } from './page.ts'

/** Serves a page for each error at `/errors/<code>`, which its `type` points to, and a list of all at `/errors`. */
export function serveErrorPages(
  app: FastifyInstance,
  kinds: readonly ErrorKind[],
  { baseUrl, naming: { title } }: Site,
  where: ExamplePlace,
): void {
  const list = pageSender(listPage(kinds, prefixOf({ baseUrl })), title)
  const pages = new Map(kinds.map((kind) => [kind.code, pageSender(errorPage(kind, where), title)]))

  app.get('/errors', list)
  app.get('/errors/:code', (request, reply) => {
    const { code } = request.params as { code: string }
    const found = pages.get(code)
    if (!found)
      throw new Problem('not-found', `There is no error of this name. All of them are listed at ${baseUrl}/errors.`)
    return found(request, reply)
  })
}

function listPage(kinds: readonly ErrorKind[], prefix: string): Page {
  const rows = kinds.map(({ code, status, title }) => {
    return html`<tr>
      <td class="soft">${status}</td>
      <td>
        <a href="${prefix}/errors/${code}"><code>${code}</code></a>
      </td>
      <td>${title}</td>
    </tr> `
  })
  return articlePage(
    'Errors',
    html`<h1>Errors</h1>
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code</th>
            <th scope="col">What it means</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>`,
  )
}

function errorPage(kind: ErrorKind, where: ExamplePlace): Page {
  const { code, status, title, description, remedy } = kind
  const example = JSON.stringify(exampleDetails(exampleProblem(kind), where), undefined, 2)
  const prefix = prefixOf(where)
  return articlePage(
    title,
    html`<h1>${title}</h1>
      <p class="soft">Status ${status} · code <code>${code}</code></p>
      <h2>What happened</h2>
      <p>${withCode(description)}</p>
      <h2>What to do</h2>
      <p>${withCode(remedy)}</p>
      <h2 id="example">How it looks</h2>
      <pre tabindex="0" role="region" aria-labelledby="example">${example}</pre>
      <p><a href="${prefix}/errors">All errors</a> · <a href="${prefix}/docs">API reference</a></p>`,
  )
}

/** Returns HTML for a text with \`code\` in backticks: every second piece between them is code. */
function withCode(text: string): (string | Html)[] {
  return text.split('`').map((piece, index) => (index % 2 === 0 ? piece : html`<code>${piece}</code>`))
}
