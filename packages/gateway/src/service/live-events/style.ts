/** CSS rules of the live events page, beside those of all pages. */
export const STYLE = `
.tool header, .tool main { max-width: 78rem }
.tool header { padding-bottom: .5rem }
.tool main { padding-top: .75rem }
.tool [hidden] { display: none }
.top { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: 0 2rem }
.top h1 { margin-bottom: .25rem }
.status {
  display: flex; align-items: center; gap: .55rem; margin: .2rem 0 1rem; padding: .3rem .85rem;
  border: 1px solid var(--line); border-radius: 2rem; background: var(--card); font-weight: 600; font-variant-numeric: tabular-nums;
}
.status::before { content: ''; width: .6rem; height: .6rem; border-radius: 50%; background: var(--edge) }
.status[data-state=on]::before { background: var(--accent) }
.status[data-state=lost]::before { background: #d98a00 }
.status span:empty { display: none }
.panel { padding: 1.25rem; border: 1px solid var(--line); border-radius: .9rem; background: var(--card) }
.tool h2 { margin: 0; font-size: 1.15rem }
.tool h3 { margin: 1.5rem 0 .5rem; font-size: 1rem }
.tool label { margin-bottom: .3rem }
.tool select {
  display: block; width: 100%; padding: .65rem .75rem; border: 1px solid var(--edge); border-radius: .5rem;
  background: var(--paper); color: inherit; font: inherit; text-overflow: ellipsis;
}
.tool button { white-space: nowrap }
.tool .alert { margin: 1rem 0 0 }
.alert strong, .alert span { display: block }
.connect { grid-template-columns: 1fr; margin-top: .5rem }
.connect p { margin: 0; font-size: .9rem }
.workspace { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; margin-top: 1.25rem }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem }
.bar p { flex: 1; min-width: 8rem; margin: 0; font-size: .9rem }
.buttons { display: flex; gap: .5rem }
.buttons button, .filter button, .copied button, .secret button, details pre + button { padding: .35rem .8rem; font-size: .9rem }
summary { cursor: pointer }
.filter { margin: .75rem 0 1rem }
.jump { margin: .75rem 0 0; font-weight: 600 }
.filter > summary, #register > summary { width: fit-content; color: var(--accent); font-weight: 600 }
.filter fieldset { margin: .75rem 0 }
.hidden-text:not(:placeholder-shown) { -webkit-text-security: disc }
fieldset {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(13rem, 100%), 1fr)); gap: .1rem 1rem;
  padding: .5rem 1rem .75rem; border: 1px solid var(--line); border-radius: .6rem;
}
legend { padding: 0 .4rem; color: var(--soft); font-size: .85rem; font-weight: 600 }
fieldset label { display: flex; align-items: center; gap: .6rem; margin: 0; padding: .25rem 0; font-weight: 400 }
fieldset input { width: 1.1rem; height: 1.1rem; margin: 0; accent-color: var(--accent) }
.empty p { margin-bottom: .75rem }
.copied { position: relative }
.copied pre { margin: 0; padding-top: 2.75rem; background: var(--paper) }
.copied button { position: absolute; inset: .5rem .5rem auto auto; background: var(--card) }
.events { display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; margin: 0; padding: 0; list-style: none }
.events > li { border: 1px solid var(--line); border-radius: .6rem; background: var(--card) }
.events > .own { border-color: var(--accent); box-shadow: inset .2rem 0 var(--accent) }
.events > .notice { padding: .65rem .9rem; border-style: dashed; color: var(--alarm) }
.events summary {
  display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; align-items: baseline; padding: .65rem .9rem; border-radius: .6rem; list-style: none;
}
.events summary::-webkit-details-marker { display: none }
.events summary:hover { background: var(--paper) }
.events .name { color: var(--accent); font: .92rem var(--typed) }
.events .name.end { color: var(--alarm) }
.events .subject { grid-row: 2; grid-column: 1 / -1; overflow: hidden; font-weight: 600; text-overflow: ellipsis; white-space: nowrap }
.events time, .events .cursor { color: var(--soft); font-size: .88rem; font-variant-numeric: tabular-nums }
.events .cursor { display: none; font-family: var(--typed) }
.events dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem 1rem; margin: 0; padding: .25rem .9rem .75rem; font-size: .9rem }
.events dt { color: var(--soft) }
.events dd { margin: 0; font-family: var(--typed); font-size: .85rem }
.events .copied { margin: 0 .9rem .9rem }
.events pre { max-height: 26rem; overflow: auto }
.webhooks { align-self: start }
.webhooks p { font-size: .95rem }
.webhooks form { gap: .9rem; margin-top: 1rem }
#register { margin-top: 1.25rem }
.outcome { margin: 1rem 0 0; font-weight: 600 }
.outcome:empty { display: none }
.deliveries { margin: 0; padding: 0; list-style: none; font-size: .9rem }
.deliveries li { display: grid; grid-template-columns: 1fr auto; gap: 0 1rem; padding: .5rem 0; border-top: 1px solid var(--line) }
.deliveries code { font-size: .88rem }
.deliveries .result { grid-column: 1 / -1; color: var(--soft) }
.badge { font-weight: 600 }
.badge[data-status=succeeded] { color: var(--accent) }
.badge[data-status=failed] { color: var(--alarm) }
.secret:not(:empty) { margin: 1rem 0 1.25rem; padding: 1rem; border: 1px dashed var(--edge); border-radius: .6rem }
.secret p { margin: 0 0 .6rem }
.secret code { display: block; margin-bottom: .75rem; user-select: all }
@media (min-width: 40em) {
  .connect { grid-template-columns: 1fr auto; align-items: end }
  .connect p { grid-column: 1 / -1 }
  .events summary { grid-template-columns: 10.5rem 1fr auto auto }
  .events .subject { grid-row: auto; grid-column: auto }
  .events .cursor { display: inline }
  .events .copied pre { padding-top: 1rem }
}
@media (min-width: 64em) {
  .jump { display: none }
  .workspace { grid-template-columns: minmax(0, 1fr) 24rem }
  .webhooks { position: sticky; top: 1.25rem; max-height: calc(100vh - 2.5rem); overflow-y: auto }
}
@media (prefers-reduced-motion: no-preference) {
  .events > li { animation: arrive .35s ease-out }
  @keyframes arrive { from { opacity: 0; transform: translateY(-.4rem) } }
}
@media (forced-colors: active) { .status::before { border: 1px solid } }
`
