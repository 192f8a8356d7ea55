import { beginSignIn, discover, finishSignIn, refresh, signOut } from './oauth.js'

const { roster, client_id: id } = await (await fetch('config.json')).json()
const client = { id, redirectUri: `${location.origin}/`, scope: 'openid read:users' }
const server = await discover(roster)

/** Tokens live in memory only: a page that is closed or loaded again leaves none behind. */
let tokens

const find = (selector) => document.querySelector(selector)

async function showUser() {
  const response = await fetch(`${roster}/v1/me`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
  const body = await response.json()
  if (!response.ok) throw new Error(body.detail)
  find('#record').textContent = JSON.stringify(body.user, undefined, 2)
  say(`Signed in as ${body.principal.name}. This token ends in ${tokens.expires_in / 60} minutes.`)
}

function say(text) {
  find('#status').textContent = text
  document.body.classList.toggle('signed-in', tokens !== undefined)
}

/** What a button does; its failure is shown. */
const whenClicked = (selector, action) => find(selector).addEventListener('click', () => attempt(action))
const attempt = (action) => action().catch((error) => say(error.message))

whenClicked('#sign-in', () => beginSignIn(server, client))
whenClicked('#sign-out', () => signOut(server, client, tokens))
whenClicked('#refresh', async () => {
  tokens = await refresh(server, client, tokens)
  await showUser()
  say(`Signed in with new tokens, at ${new Date().toLocaleTimeString()}.`)
})

await attempt(async () => {
  tokens = await finishSignIn(server, client)
  if (tokens) await showUser()
  else say('Nobody is signed in.')
})
