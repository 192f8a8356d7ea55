import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { X509Certificate } from 'node:crypto'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasOpenssl } from '@roster/test/certificate'
import { addClient, CHALLENGE } from '@roster/test/oauth'
import { listen } from '@roster/test/raw-requests'
import { type Service, startService } from '@roster/test/service'
import { distinguishedNameOf } from './distinguished-name.ts'

const folder = mkdtempSync(join(tmpdir(), 'roster-certificates-'))
const file = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(file(name))
const openssl = (...options: string[]) => execFileSync('openssl', options, { stdio: 'ignore' })

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A certificate of its own; or of an authority, when there is one. */
function issue(name: string, subject: string, authority?: string): void {
  if (!authority) {
    openssl(
      'req',
      '-x509',
      ...NEW_KEY,
      '-days',
      '1',
      '-subj',
      subject,
      '-keyout',
      file(`${name}.key`),
      '-out',
      file(`${name}.pem`),
    )
    return
  }
  openssl('req', ...NEW_KEY, '-subj', subject, '-keyout', file(`${name}.key`), '-out', file(`${name}.csr`))
  const by = ['-CA', file(`${authority}.pem`), '-CAkey', file(`${authority}.key`), '-CAcreateserial']
  openssl('x509', '-req', '-in', file(`${name}.csr`), ...by, '-days', '1', '-out', file(`${name}.pem`))
}

describe.skipIf(!hasOpenssl)('with certificates that the openssl command makes', () => {
  let service: Service
  let port: number
  beforeAll(async () => {
    issue('authority', '/CN=Authority')
    issue('server', '/CN=localhost')
    issue('known', '/C=DE/O=Acme, Inc./CN=client.example.com', 'authority')
    issue('other', '/C=DE/O=Acme, Inc./CN=other.example.com', 'authority')
    issue('nameless', '/', 'authority')
    issue('own', '/C=DE/O=Acme, Inc./CN=client.example.com')
    const tls = { cert: read('server.pem'), key: read('server.key'), ca: read('authority.pem'), allowHTTP1: true }
    service = await startService({
      baseUrl: 'https://roster.test',
      tls: { ...tls, requestCert: true, rejectUnauthorized: false },
    })
    port = await listen(service.app)
  })
  afterAll(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  interface HttpResponse {
    status: number | undefined
    cookies: string[]
    body: Record<string, string>
  }

  function send(path: string, form: Record<string, string> | undefined, name?: string): Promise<HttpResponse> {
    const shown = name ? { cert: read(`${name}.pem`), key: read(`${name}.key`) } : {}
    const headers = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const options = {
      port,
      path,
      method: form ? 'POST' : 'GET',
      headers,
      ca: read('server.pem'),
      servername: 'localhost',
      agent: false,
    }
    return new Promise((resolve, reject) => {
      const sent = request({ ...options, ...shown }, (response) => {
        const { statusCode: status, headers: given } = response
        const answer = (body: string) => resolve({ status, cookies: given['set-cookie'] ?? [], body: parsed(body) })
        textOf(response).then(answer, reject)
      })
      sent.once('error', reject)
      sent.end(form && new URLSearchParams(form).toString())
    })
  }

  const parsed = (body: string) => (body.startsWith('{') ? JSON.parse(body) : {}) as Record<string, string>
  const ask = (client_id: string, name?: string) =>
    send('/oauth/token', { grant_type: 'client_credentials', client_id }, name)
  const thumbprintOf = (name: string) =>
    Buffer.from(new X509Certificate(read(`${name}.pem`)).fingerprint256.replaceAll(':', ''), 'hex').toString(
      'base64url',
    )

  test('a name is written as RFC 4514 has it', () => {
    const name = String.raw`CN=client.example.com,O=Acme\, Inc.,C=DE`
    expect(distinguishedNameOf(new X509Certificate(read('known.pem')))).toBe(name)
  })

  test('a client proves itself by the name in a certificate of a known authority, and its tokens are bound to it', async () => {
    const { client_id } = await addClient(service, {
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_auth_subject_dn: String.raw`CN=client.example.com,O=Acme\, Inc.,C=DE`,
    })
    const { status, body } = await ask(client_id, 'known')
    expect(status).toBe(200)
    expect(decodeJwt(body['access_token']!)).toMatchObject({
      iss: 'https://roster.test',
      cnf: { 'x5t#S256': thumbprintOf('known') },
    })
    for (const name of ['other', 'own', undefined])
      expect(await ask(client_id, name)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })

  test.each([
    [String.raw`cn=client.example.com,o=Acme\, Inc.,c=DE`, 200],
    [String.raw`CN=client.example.com,O=Acme\2C Inc.,C=DE`, 200],
    [String.raw`CN=\63lient.example.com,O=Acme\2c\20Inc\2e,C=DE`, 200],
    [String.raw`CN=client.example.com,O=acme\, Inc.,C=DE`, 401],
    [String.raw`C=DE,O=Acme\, Inc.,CN=client.example.com`, 401],
    [String.raw`CN=client.example.com+O=Acme\, Inc.,C=DE`, 401],
    [String.raw`CN=client.example.com\,O=Acme\, Inc.,C=DE`, 401],
    [String.raw`CN=client.example.com,C=DE`, 401],
  ])('a name is compared by what it says, however it is written: %s is %i', async (name, status) => {
    const { client_id } = await addClient(service, {
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_auth_subject_dn: name,
    })
    expect((await ask(client_id, 'known')).status).toBe(status)
  })

  test('a client proves itself by the certificate that it registered', async () => {
    const x5c = [
      read('own.pem')
        .toString()
        .replaceAll(/-----[A-Z ]+-----|\s/g, ''),
    ]
    const { crv, x, y } = new X509Certificate(read('own.pem')).publicKey.export({ format: 'jwk' })
    const { client_id } = await addClient(service, {
      token_endpoint_auth_method: 'self_signed_tls_client_auth',
      jwks: { keys: [{ kty: 'EC', crv, x, y, x5c }] },
    })
    const { status, body } = await ask(client_id, 'own')
    expect(status).toBe(200)
    expect(decodeJwt(body['access_token']!)).toMatchObject({ cnf: { 'x5t#S256': thumbprintOf('own') } })
    expect(await ask(client_id, 'known')).toMatchObject({ status: 401 })
  })

  test('a certificate without a name proves no client', async () => {
    const { client_id } = await addClient(service, {
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_auth_subject_dn: 'CN=client.example.com',
    })
    expect(await ask(client_id, 'nameless')).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })

  test('over HTTP/2 the answers are the same', async () => {
    const { client_id } = await addClient(service, {
      token_endpoint_auth_method: 'tls_client_auth',
      tls_client_auth_subject_dn: String.raw`CN=client.example.com,O=Acme\, Inc.,C=DE`,
    })
    const shown = { cert: read('known.pem'), key: read('known.key') }
    const session = connect(`https://localhost:${port}`, { ca: read('server.pem'), ...shown })
    const stream = session.request({
      ':path': '/oauth/token',
      ':method': 'POST',
      'content-type': 'application/x-www-form-urlencoded',
    })
    stream.end(new URLSearchParams({ grant_type: 'client_credentials', client_id }).toString())
    const answer = await textOf(stream)
    session.close()
    expect(decodeJwt(parsed(answer)['access_token']!)).toMatchObject({ cnf: { 'x5t#S256': thumbprintOf('known') } })
  })

  test('over https, cookies are for this host alone', async () => {
    const { client_id } = await addClient(service)
    const query = new URLSearchParams({
      client_id,
      response_type: 'code',
      redirect_uri: 'https://app.example.com/callback',
      scope: 'openid',
      ...CHALLENGE,
    })
    const begun = await send(`/authorize?${query.toString()}`, undefined)
    const { cookies: kept } = await send('/device/verify', undefined)
    const cookies = [...begun.cookies, ...kept]
    const names = new Set(cookies.map((line) => line.split('=')[0]!.replace('.sig', '')))
    expect(names).toEqual(new Set(['__Secure-roster_interaction', '__Secure-roster_resume', '__Host-roster_sign_in']))
    for (const line of cookies) {
      expect(line).toMatch(/^__(?:Host|Secure)-/)
      expect(line).toMatch(/; secure/i)
      expect(line).toMatch(/; httponly/i)
      expect(line).not.toMatch(/; domain/i)
    }
  })
})

test('a certificate that a proxy sends in another form is a bad request', async () => {
  const proxied = await startService({ trustClientCert: ['127.0.0.1'] })
  const { client_id } = await addClient(proxied, {
    token_endpoint_auth_method: 'tls_client_auth',
    tls_client_auth_subject_dn: 'CN=client.example.com',
  })
  const answer = await proxied.app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'client-cert': '-----BEGIN%20CERTIFICATE-----',
    },
    payload: new URLSearchParams({ grant_type: 'client_credentials', client_id }).toString(),
  })
  expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status: 400, error: 'invalid_request' })
  await proxied.stop()
})
