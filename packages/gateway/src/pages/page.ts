import { hash } from 'node:crypto'
import { type SendStatic, staticText } from '../http/static-text.ts'

/** A page of this service: no script, nothing from outside. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Roster</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for use in HTML, attribute values included. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6675; --paper: #fbfaf7; --line: #e2ded4; --accent: #0f6b5c }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a3acb8; --paper: #15181d; --line: #2d333c; --accent: #6fd0bd } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif }
main { max-width: 42rem; margin: 0 auto; padding: 3rem 1.25rem }
h1 { margin: 0 0 1.5rem; font-size: 1.8rem; line-height: 1.2 }
h2 { margin: 2rem 0 .25rem; font-size: 1.05rem }
p { margin: .25rem 0 1rem }
a { color: var(--accent) }
code { font: .92em ui-monospace, monospace }
pre { margin: .5rem 0; padding: 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; font: .88rem/1.5 ui-monospace, monospace }
table { width: 100%; border-collapse: collapse }
td { padding: .45rem .75rem .45rem 0; border-top: 1px solid var(--line); vertical-align: top }
.soft { color: var(--soft) }
`

const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors 'none'`

/** A page to answer with. Its own style is all that it may load. */
export function pageSender(html: string): SendStatic {
  const send = staticText(html)
  return (request, reply) => {
    reply.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' }).type('text/html; charset=utf-8')
    return send(request, reply)
  }
}
