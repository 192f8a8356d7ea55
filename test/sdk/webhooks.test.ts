import { randomBytes } from 'node:crypto'
import { resources } from '@roster/api'
import { signWebhook, verifyWebhook, type VerifyOptions, type WebhookHeaders } from '@roster/sdk/webhooks'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { exampleOf } from '../support/examples.ts'

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
const secret = newSecret()
const id = 'evt_01KAJQ7W5M8XV2R4T6Y9B3D501'
const timestamp = new Date('2026-11-21T09:30:00.000Z')
const event = {
  event: 'user.deleted',
  id,
  cursor: '1:7',
  created_at: timestamp.toISOString(),
  api_version: '1',
  actor: { type: 'api_key', id: 'key_1' },
  data: { id: 'usr_1' },
}
const body = JSON.stringify(event)
const now = () => timestamp

const signed = (rawBody: string | Uint8Array = body, secrets: string | string[] = secret) =>
  signWebhook(rawBody, { id, timestamp, secret: secrets })

const verified = (rawBody: unknown, headers: WebhookHeaders, secrets: unknown = secret, options: VerifyOptions = {}) =>
  verifyWebhook(rawBody as string, headers, secrets as string, { now, ...options })

const refusal = (reason: string, message: RegExp | string = /./) => ({
  name: 'WebhookVerificationError',
  reason,
  message: expect.stringMatching(message),
})

describe('a delivery is believed', () => {
  test('with headers of every form, and its body as text or bytes', async () => {
    const headers = await signed()
    const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]))
    for (const form of [headers, capitals, new Headers({ ...headers })])
      for (const raw of [
        body,
        new TextEncoder().encode(body),
        Buffer.from(body),
        new TextEncoder().encode(body).buffer,
      ])
        expect(await verified(raw, form)).toEqual(event)
  })

  test('while a rotation overlaps, on either side', async () => {
    const [old, next] = [newSecret(), newSecret()]
    expect(await verified(body, await signed(body, [next, old]), old)).toEqual(event)
    expect(await verified(body, await signed(body, old), [next, old])).toEqual(event)
    const mixed = {
      ...(await signed()),
      'webhook-signature': `v1a,abc v1,AAAA ${(await signed())['webhook-signature']}`,
    }
    expect(await verified(body, mixed)).toEqual(event)
  })

  test('by whichever of several header lines has its signature', async () => {
    const headers = await signed()
    const { 'webhook-signature': signature } = headers
    for (const lines of [
      [signature, 'v1,AAAA'],
      ['v1,AAAA', signature],
    ])
      for (const joined of [lines, lines.join(', '), lines.join(','), lines.join(' '), `${lines.join(' ')} `])
        expect(await verified(body, { ...headers, 'webhook-signature': joined })).toEqual(event)
    const several = new Headers(headers)
    several.append('webhook-signature', 'v1,AAAA')
    expect(await verified(body, several)).toEqual(event)
  })

  test('that was signed now, unless another time is said', async () => {
    expect(await verifyWebhook(body, await signWebhook(body, { id, secret }), secret)).toEqual(event)
  })

  test('with an event whose name is not known', async () => {
    const other = JSON.stringify({ ...event, event: 'invoice.paid' })
    expect(await verified(other, await signed(other))).toMatchObject({ event: 'invoice.paid' })
  })

  test('with times in milliseconds', async () => {
    const time = timestamp.getTime()
    const headers = await signWebhook(body, { id, timestamp: time, secret })
    expect(headers).toEqual(await signed())
    expect(await verified(body, headers, secret, { now: () => time })).toEqual(event)
  })

  test('up to the tolerance, in the past and in the future', async () => {
    const headers = await signed()
    for (const seconds of [-300, 300])
      expect(
        await verified(body, headers, secret, { now: () => new Date(timestamp.getTime() + seconds * 1_000) }),
      ).toEqual(event)
  })
})

describe('the libraries of the standard agree', () => {
  const libraries = { standardwebhooks: new StandardWebhook(secret), svix: new SvixWebhook(secret) }
  const events = Object.values(resources).flatMap(({ contract }) => Object.entries(contract.events))
  const bodies = events.map(([name, { data }]) =>
    JSON.stringify({ ...event, event: name, data: exampleOf(data) ?? { id: 'Zoë 🎉' } }),
  )

  test.each(Object.entries(libraries))(
    '%s signs as this package does, and each verifies the other',
    async (_name, library) => {
      const current = new Date()
      for (const raw of bodies) {
        const ours = await signWebhook(raw, { id, timestamp: current, secret })
        expect(ours['webhook-signature']).toBe(library.sign(id, current, raw))
        expect(() => library.verify(raw, ours)).not.toThrow()
        expect(() => library.verify(`${raw} `, ours)).toThrow('signature')
        expect(
          await verifyWebhook(raw, { ...ours, 'webhook-signature': library.sign(id, current, raw) }, secret),
        ).toEqual(JSON.parse(raw))
      }
    },
  )
})

describe('a delivery is refused', () => {
  test.each([[{ event: 'user.created' }], [undefined], [null], [[1]], [new Blob()]])(
    'when its body is no text and no bytes, and the message says how to get them (%o)',
    async (raw) => {
      await expect(verified(raw, await signed())).rejects.toMatchObject(refusal('parsed-body', 'express.raw'))
    },
  )

  test('when a byte of it was changed, or the parsed body written anew', async () => {
    const headers = await signed()
    for (const raw of [`${body} `, body.replace('usr_1', 'usr_2'), JSON.stringify(JSON.parse(body), null, 2)])
      await expect(verified(raw, headers)).rejects.toMatchObject(refusal('wrong-signature'))
    await expect(verified(body, { ...headers, 'webhook-id': 'evt_2' })).rejects.toMatchObject(
      refusal('wrong-signature'),
    )
  })

  test('when its bytes are not UTF-8, so that no two bodies have one signature', async () => {
    const one = Uint8Array.of(...Buffer.from('{"event":"'), 0xff, ...Buffer.from('"}'))
    const other = Uint8Array.of(...Buffer.from('{"event":"'), 0xfe, ...Buffer.from('"}'))
    await expect(verified(other, await signed(one))).rejects.toMatchObject(refusal('wrong-signature'))
    await expect(verified(one, await signed(one))).rejects.toMatchObject(refusal('malformed-body'))
    await expect(signed('"\ud800"')).rejects.toMatchObject(refusal('malformed-body', 'Pass it as bytes'))
  })

  test.each(['[]', 'null', '"text"', '{}', '{"event":1}', '\ufeff{"event":"a"}', ''])(
    'when its body is no event: %j',
    async (raw) => {
      await expect(verified(raw, await signed(raw))).rejects.toMatchObject(refusal('malformed-body'))
    },
  )

  test.each([undefined, null, 'text', []])('when %j is passed for its headers', async (headers) => {
    await expect(verified(body, headers as never)).rejects.toMatchObject(refusal('missing-header', 'webhook-id'))
  })

  test.each([
    ['its tolerance', { toleranceSeconds: NaN }],
    ['its tolerance', { toleranceSeconds: 'five minutes' as never }],
    ['the present time', { now: () => new Date('soon') }],
  ])('when %s is no number, however new the delivery is', async (_what, options) => {
    await expect(verified(body, await signed(), secret, options)).rejects.toMatchObject({
      name: 'RosterError',
      message: '`toleranceSeconds` or what `now` returned is no number.',
    })
  })

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', async (name) => {
    const { [name as 'webhook-id']: _, ...headers } = await signed()
    await expect(verified(body, headers)).rejects.toMatchObject(
      refusal('missing-header', `The header ${name} is missing`),
    )
  })

  const seconds = String(timestamp.getTime() / 1_000)
  test.each([
    `${seconds}abc`,
    `+${seconds}`,
    `${seconds}.0`,
    `0${seconds}`,
    ` ${seconds}`,
    '1e9',
    '-1',
    '0x10',
    '',
    'NaN',
    `${seconds}000000`,
  ])('with a timestamp that is no whole number of seconds: %j', async (value) => {
    const headers = { ...(await signed()), 'webhook-timestamp': value }
    await expect(verified(body, headers)).rejects.toMatchObject(refusal('malformed-header', 'webhook-timestamp'))
  })

  test.each([
    ['webhook-id', 'a.b'],
    ['webhook-id', ''],
    ['webhook-signature', 'AAAA'],
    ['webhook-signature', ''],
  ])('with %s: %j', async (name, value) => {
    const headers = { ...(await signed()), [name]: value }
    await expect(verified(body, headers)).rejects.toMatchObject(refusal('malformed-header', name))
  })

  test.each([
    ['too-old', 301],
    ['too-new', -301],
  ])('%s', async (reason, offset) => {
    const late = { now: () => new Date(timestamp.getTime() + offset * 1_000) }
    await expect(verified(body, await signed(), secret, late)).rejects.toMatchObject(refusal(reason, '301 seconds'))
  })

  test('by another secret, whatever else is among the signatures', async () => {
    const { 'webhook-signature': signature, ...headers } = await signed()
    for (const forged of [
      signature.slice(0, -8),
      signature.replace('v1,', 'v2,'),
      'v1,=',
      'v1,!!',
      `v1,${Buffer.concat([Buffer.from(signature.slice(3), 'base64'), Buffer.of(0)]).toString('base64')}`,
      `${signature.slice(0, 10)}${signature[10] === 'A' ? 'B' : 'A'}${signature.slice(11)}`,
    ])
      await expect(verified(body, { ...headers, 'webhook-signature': forged })).rejects.toMatchObject(
        refusal('wrong-signature'),
      )
    await expect(verified(body, await signed(), newSecret())).rejects.toMatchObject(refusal('wrong-signature'))
    await expect(verified(body, await signed(), [])).rejects.toMatchObject(refusal('invalid-secret'))
  })
})

test('a body is signed once for each secret, however many signatures are sent', async () => {
  const [sign, verify] = (['sign', 'verify'] as const).map((method) => vi.spyOn(crypto.subtle, method))
  onTestFinished(() => void vi.restoreAllMocks())
  const forged = { ...(await signed()), 'webhook-signature': 'v1,AA '.repeat(2_000) }
  const before = sign!.mock.calls.length
  await expect(verified(body, forged, [secret, newSecret()])).rejects.toMatchObject(refusal('wrong-signature'))
  expect([sign!.mock.calls.length - before, verify!.mock.calls.length]).toEqual([2, 0])
})

test.each([
  [null, 'Is the environment variable'],
  ['', 'Is the environment variable'],
  [`${secret}\n`, 'holds white space. Trim it'],
  ['whsec_', 'Copy the endpoint'],
  ['whsec_not base64', 'holds white space'],
  ['whsec_***', 'Copy the endpoint'],
  ['whsec_abc-_w==', 'Copy the endpoint'],
])('a secret such as %j is refused, with what to do and without quoting it', async (value, message) => {
  const error = await verified(body, await signed(), value).catch((reason: unknown) => reason as Error)
  expect(error).toMatchObject(refusal('invalid-secret', message))
  const secretPart = (value ?? '').slice(6).trim()
  expect(secretPart !== '' && (error as Error).message.includes(secretPart)).toBe(false)
})

test.each([
  [{ id: 'a.b' }, '`id` is no visible ASCII without a dot.'],
  [{ id: undefined }, '`id` is no visible ASCII without a dot.'],
  [{ id: 'x'.repeat(256) }, '`id` is no visible ASCII without a dot.'],
  [{ timestamp: 1_795_253_400 }, '`timestamp` is 1795253400, which is no time in milliseconds. Pass a Date.'],
  [{ timestamp: '1795253400' }, '`timestamp` is 1795253400, which is no time in milliseconds. Pass a Date.'],
  [{ timestamp: new Date('soon') }, '`timestamp` is no time since 1970. Pass a Date.'],
  [{ timestamp: new Date(-1) }, '`timestamp` is no time since 1970. Pass a Date.'],
])('nothing is signed that could not be verified: %o', async (options, message) => {
  await expect(signWebhook(body, { id, timestamp, secret, ...options } as never)).rejects.toMatchObject({
    name: 'RosterError',
    message,
  })
})

test.each([timestamp.getTime() / 1_000, '1795253400000', undefined])(
  'a present time that is none in milliseconds is refused, rather than taken for one of 1970: %j',
  async (time) => {
    await expect(verified(body, await signed(), secret, { now: () => time as never })).rejects.toMatchObject({
      name: 'RosterError',
      message: `What \`now\` returned is ${time}, which is no time in milliseconds. Pass a Date.`,
    })
  },
)

test.each([null, 5])('options that are none are refused, with what to write: %o', async (options) => {
  const refused = { name: 'RosterError', message: expect.stringContaining('no object. Write: { ') }
  await expect(verifyWebhook(body, await signed(), secret, options as never)).rejects.toMatchObject(refused)
  await expect(signWebhook(body, options as never)).rejects.toMatchObject(refused)
})
