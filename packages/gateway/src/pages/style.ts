/** The stylesheet of all pages. Each page contains it, and the policy names it by its hash. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --text: -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif;
  --typed: ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace;
  --ink: #1c2430; --soft: #566170; --paper: #f7f5ef; --card: #fff; --line: #e0dbcf; --edge: #857f72;
  --accent: #0f6b5c; --accent-strong: #0a5347; --on-accent: #fff; --alarm: #9b2016; --alarm-paper: #fdf0ee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8e6e1; --soft: #a6afbb; --paper: #14171c; --card: #1b1f26; --line: #303640; --edge: #7b8594;
    --accent: #6fd0bd; --accent-strong: #93e0d1; --on-accent: #0b1613; --alarm: #ffb3a8; --alarm-paper: #38191a;
  }
}
*, ::before, ::after { box-sizing: border-box }
body {
  display: flex; flex-direction: column; min-height: 100vh; min-height: 100dvh; margin: 0;
  background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--text); overflow-wrap: anywhere;
}
header {
  display: flex; align-items: center; gap: .5rem; width: 100%; max-width: 42rem; margin: 0 auto; padding: 1.25rem;
  font-weight: 650; letter-spacing: .01em;
}
header svg { width: 1.5rem; height: 1.5rem; color: var(--accent) }
main { width: 100%; max-width: 42rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem }
h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance }
h2 { margin: 2rem 0 .25rem; font-size: 1.05rem }
p { margin: .25rem 0 1rem; text-wrap: pretty }
a { color: var(--accent) }
code { font: .92em var(--typed) }
pre {
  margin: .5rem 0; padding: 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem;
  background: var(--card); font: .88rem/1.5 var(--typed); overflow-wrap: normal;
}
table { width: 100%; border-collapse: collapse }
th, td {
  padding: .45rem .75rem .45rem 0; border-top: 1px solid var(--line);
  vertical-align: top; text-align: start; overflow-wrap: break-word;
}
th { border: 0; color: var(--soft); font-size: .85rem; font-weight: 600 }
.soft { color: var(--soft) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem }

.card header { justify-content: center; padding-top: 2.5rem }
.card main > :last-child { margin-bottom: 0 }
.card main { max-width: 27rem; margin: 0 auto auto; padding: 1.75rem 1.25rem 2.5rem; border-block: 1px solid var(--line); background: var(--card) }
form { display: grid; gap: 1.1rem; margin: 1.5rem 0 0 }
label { display: block; margin-bottom: .3rem; font-weight: 600 }
input {
  display: block; width: 100%; padding: .65rem .75rem; border: 1px solid var(--edge); border-radius: .5rem;
  background: var(--paper); color: inherit; font: inherit;
}
input[aria-invalid] { border-color: var(--alarm) }
input:focus-visible { outline-offset: 0; border-radius: .5rem }
.code { font: 1.35rem/1.4 var(--typed); letter-spacing: .12em; text-transform: uppercase }
.shown { margin: 1.25rem 0; padding: .65rem; border: 1px dashed var(--edge); border-radius: .5rem; text-align: center }
.alert {
  margin: 0; padding: .7rem .9rem; border-inline-start: .25rem solid var(--alarm); border-radius: .25rem;
  background: var(--alarm-paper); color: var(--alarm);
}
.actions { display: grid; gap: .75rem; margin-top: .4rem }
button {
  padding: .7rem 1.25rem; border: 1px solid var(--edge); border-radius: .5rem;
  background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer;
}
button:hover { border-color: currentcolor }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent) }
button.primary:hover { border-color: var(--accent-strong); background: var(--accent-strong) }
button:focus-visible { border-radius: .5rem }
.scopes { margin: .75rem 0 1.25rem; padding: 0; border-bottom: 1px solid var(--line); list-style: none }
.scopes li { padding: .55rem 0; border-top: 1px solid var(--line) }
.scopes code { display: block; color: var(--soft); font-size: .82rem }
.tools { display: block; font-size: .82rem; color: var(--soft) }
.scopes .tools code { display: inline; font-size: inherit }

@media (min-width: 30em) {
  header { padding-block: 2rem 1.25rem }
  .card main {
    padding: 2rem 2.25rem 2.25rem; border: 1px solid var(--line); border-radius: .9rem;
    box-shadow: 0 1px 2px rgb(0 0 0 / .05), 0 8px 30px rgb(0 0 0 / .06);
  }
  .card header { padding-top: max(2rem, 9vh) }
  .pair { grid-template-columns: 1fr 1fr }
  .pair .wide { grid-column: 1 / -1 }
}
@media (prefers-reduced-motion: no-preference) { button { transition: background-color .12s, border-color .12s } }
@media (forced-colors: active) { .alert { border: 2px solid } }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #333; --paper: #fff; --card: #fff; --accent: #000 }
  .card main { border: 0; box-shadow: none }
  form { display: none }
  pre { white-space: pre-wrap; overflow-wrap: anywhere }
}
`
