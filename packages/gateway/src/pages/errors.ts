import { type ErrorCode, errors, Problem } from '@roster/api'
import type { FastifyInstance } from 'fastify'
import { exampleDetails, exampleProblem } from '../problem-example.ts'
import { escaped, page, pageSender } from './page.ts'

/** Serves a page for each error at `/errors/<code>`, which its `type` points to, and a list of all at `/errors`. */
export function serveErrorPages(app: FastifyInstance, baseUrl: string): void {
  const list = pageSender(listPage())
  const pages = new Map(codes.map((code) => [code as string, pageSender(errorPage(code, baseUrl))]))

  app.get('/errors', list)
  app.get('/errors/:code', (request, reply) => {
    const { code } = request.params as { code: string }
    const found = pages.get(code)
    if (!found)
      throw new Problem('not-found', `There is no error of this name. All of them are listed at ${baseUrl}/errors.`)
    return found(request, reply)
  })
}

const codes = Object.keys(errors) as ErrorCode[]

function listPage(): string {
  const rows = codes.map((code) => {
    const { status, title } = errors[code]
    return `<tr><td class="soft">${status}</td><td><a href="/errors/${code}"><code>${code}</code></a></td><td>${escaped(title)}</td></tr>`
  })
  return page('Errors', `<h1>Errors</h1>\n<table>\n${rows.join('\n')}\n</table>`)
}

function errorPage(code: ErrorCode, baseUrl: string): string {
  const { status, title, description, remedy } = errors[code]
  return page(
    title,
    `<h1>${escaped(title)}</h1>
<p class="soft">Status ${status} · code <code>${code}</code></p>
<h2>What happened</h2>
<p>${withCode(description)}</p>
<h2>What to do</h2>
<p>${withCode(remedy)}</p>
<h2>How it looks</h2>
<pre>${escaped(JSON.stringify(exampleDetails(exampleProblem(code), baseUrl), undefined, 2))}</pre>
<p><a href="/errors">All errors</a> · <a href="/docs">API reference</a></p>`,
  )
}

/** Text with \`code\` in backticks, as HTML. */
const withCode = (text: string) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
