import { signWebhook } from '@roster/sdk/webhooks'
import { expect, test } from 'vitest'
import { signatureHeaders } from './signature.ts'

test.each([
  ['one secret', 1],
  ['two secrets', 2],
])('a delivery signed by %s has the headers that the client would give it', async (_what, count) => {
  const keys = Array.from({ length: count }, (_, nth) => Buffer.alloc(32, nth + 1))
  const [id, time, body] = ['evt_01KX5H2J3M4N5P6Q7R8S9T0V1W', 1_795_000_000_999, Buffer.from('{"name":"Zoë"}')] as const
  const secret = keys.map((key) => `whsec_${key.toString('base64')}`)
  expect(signatureHeaders({ id, time, body }, keys)).toEqual(await signWebhook(body, { id, timestamp: time, secret }))
})
