import { beginSignIn, discover, finishSignIn, refresh, signOut } from './oauth.js'

let roster, client, server

/** The tokens, in memory only: closing or reloading the page discards them. */
let tokens

async function start() {
  const config = await (await fetch('config.json')).json()
  roster = config.roster
  client = { id: config.client_id, redirectUri: `${location.origin}/`, scope: 'openid read:users' }
  server = await discover(roster)
  tokens = await finishSignIn(server, client)
  if (tokens) await showUser()
  else say('Nobody is signed in.')
}

async function showUser() {
  const response = await fetch(`${roster}/v1/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  const body = await response.json()
  if (!response.ok) throw new Error(body.detail)
  find('#record').textContent = JSON.stringify(body.user, undefined, 2)
  say(`Signed in as ${body.principal.name}. This token ends in ${tokens.expires_in / 60} minutes.`)
}

async function renew() {
  tokens = await refresh(server, client, tokens)
  await showUser()
  say(`Signed in with new tokens, at ${new Date().toLocaleTimeString()}.`)
}

const find = (selector) => document.querySelector(selector)

/** Shows a status text, and only the buttons that work in the current state. */
function say(text) {
  find('#status').textContent = text
  if (server) document.body.className = tokens ? 'signed-in' : 'signed-out'
}

const attempt = (action) => action().catch((error) => say(error.message))
const onClick = (selector, action) => find(selector).addEventListener('click', () => attempt(action))

onClick('#sign-in', () => beginSignIn(server, client))
onClick('#refresh', renew)
onClick('#sign-out', () => signOut(server, client, tokens))
await attempt(start)
