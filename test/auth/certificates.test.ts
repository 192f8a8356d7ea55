import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CertificateOf, certificateReader } from '@roster/gateway'
import { hasOpenssl } from '@roster/test/certificate'
import { listen } from '@roster/test/raw-requests'
import { type Service, startService } from '@roster/test/service'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tlsOptions } from '../../packages/gateway/src/server/tls.ts'

const folder = mkdtempSync(join(tmpdir(), 'roster-mtls-'))
const file = (name: string) => join(folder, name)
const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' })
const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

interface Pair {
  cert: Buffer
  key: Buffer
  thumbprint: string
  /** The certificate as RFC 9440 has it in a header. */
  header: string
}

/** A certificate of a name, issued by itself or by another one. */
function make(name: string, issuer?: string): Pair {
  const [certificate, key] = [file(`${name}.pem`), file(`${name}.key`)]
  const by = issuer ? ['-CA', file(`${issuer}.pem`), '-CAkey', file(`${issuer}.key`)] : []
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  openssl('req', '-x509', ...EC, '-days', '1', ...names, ...by, '-keyout', key, '-out', certificate)
  const cert = readFileSync(certificate)
  const { raw } = new X509Certificate(cert)
  const thumbprint = createHash('sha256').update(raw).digest('base64url')
  return { cert, key: readFileSync(key), thumbprint, header: `:${raw.toString('base64')}:` }
}

describe.skipIf(!hasOpenssl)('with certificates that the openssl command makes', () => {
  let server: Pair
  let client: Pair
  let stranger: Pair
  beforeAll(() => {
    make('authority')
    server = make('localhost')
    client = make('client', 'authority')
    stranger = make('stranger')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  describe('on a listener of our own', () => {
    let service: Service
    let port: number
    let seen: ReturnType<CertificateOf>
    beforeAll(async () => {
      const certificateOf = certificateReader()
      service = await startService({
        tls: tlsOptions(file('localhost.pem'), file('localhost.key'), file('authority.pem')),
        tokens: { certificateOf: (from) => (seen = certificateOf(from)) },
      })
      port = await listen(service.app)
    })
    afterAll(() => service.stop())

    /** The status of GET /v1/me over a connection of its own. */
    function ask(token: string | undefined, own?: Pair, headers: Record<string, string> = {}): Promise<number> {
      seen = undefined
      const credential: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
      return new Promise((resolve, reject) => {
        const options = { port, host: 'localhost', path: '/v1/me', agent: false, ca: server.cert, ...own }
        const sent = request({ ...options, headers: { ...credential, ...headers } }, (response) => {
          response.resume()
          resolve(response.statusCode!)
        })
        sent.once('error', reject).end()
      })
    }

    const boundTo = ({ thumbprint }: Pair) => service.tokens.make({ cnf: { 'x5t#S256': thumbprint } })

    test('a token bound to a certificate is taken over a connection that shows it', async () => {
      expect(await ask(await boundTo(client), client)).toBe(200)
      expect(seen).toMatchObject({ thumbprint: client.thumbprint, isVerified: true })
      expect(seen!.x509.subject).toBe('CN=client')
    })

    test('so is one bound to a certificate of no authority, which is said', async () => {
      expect(await ask(await boundTo(stranger), stranger)).toBe(200)
      expect(seen).toMatchObject({ thumbprint: stranger.thumbprint, isVerified: false })
    })

    test.each<[what: string, own: () => Pair | undefined, headers: () => Record<string, string>]>([
      ['without one', () => undefined, () => ({})],
      ['with another one', () => stranger, () => ({})],
      ['with a forged header', () => undefined, () => ({ 'client-cert': client.header })],
      ['with a forged header and another one', () => stranger, () => ({ 'client-cert': client.header })],
    ])('a bound token is 401 over a connection %s', async (_, own, headers) => {
      expect(await ask(await boundTo(client), own(), headers())).toBe(401)
    })

    test('a bare certificate is no credential, and none is needed', async () => {
      expect(await ask(undefined, client)).toBe(401)
      expect(await ask(await service.tokens.make())).toBe(200)
    })

    test('over HTTP/2 it is the same', async () => {
      const { cert, key } = client
      const session = connectHttp2(`https://localhost:${port}`, { ca: server.cert, cert, key })
      const authorization = `Bearer ${await boundTo(client)}`
      const stream = session.request({ ':path': '/v1/me', authorization })
      const status = await new Promise((resolve) => stream.once('response', (headers) => resolve(headers[':status'])))
      session.destroy()
      expect(status).toBe(200)
    })
  })

  describe('behind a proxy', () => {
    let service: Service
    beforeAll(async () => {
      service = await startService({
        trustProxy: ['10.0.0.0/8', '12.0.0.0/8'],
        trustClientCert: ['10.0.0.0/8', '13.0.0.0/8'],
      })
    })
    afterAll(() => service.stop())

    async function ask(remoteAddress: string, header?: string | string[]) {
      const token = await service.tokens.make({ cnf: { 'x5t#S256': client.thumbprint } })
      const headers = { authorization: `Bearer ${token}`, ...(header !== undefined && { 'client-cert': header }) }
      return (await service.app.inject({ url: '/v1/me', headers, remoteAddress })).statusCode
    }

    test.each<[what: string, address: string, header: () => string | string[] | undefined, status: number]>([
      ['that is trusted', '10.1.2.3', () => client.header, 200],
      ['that is trusted, as IPv4 in IPv6', '::ffff:10.1.2.3', () => client.header, 200],
      ['that is not trusted', '11.1.2.3', () => client.header, 401],
      ['that is trusted and says nothing', '10.1.2.3', () => undefined, 401],
      ['that is trusted and shows another one', '10.1.2.3', () => stranger.header, 401],
      ['that is trusted and says it twice', '10.1.2.3', () => [client.header, client.header], 400],
      ['that is trusted and sends PEM', '10.1.2.3', () => encodeURIComponent(String(client.cert)), 400],
      ['that is trusted and sends nonsense', '10.1.2.3', () => ':AAAA:', 400],
      ['that is not trusted and sends nonsense', '11.1.2.3', () => ':AAAA:', 401],
      ['that is trusted, but not with certificates', '12.1.2.3', () => client.header, 401],
      ['that is trusted, but not with certificates, and sends nonsense', '12.1.2.3', () => ':AAAA:', 401],
      ['that is trusted with certificates alone', '13.1.2.3', () => client.header, 200],
    ])('the certificate comes in Client-Cert from one %s', async (_, address, header, status) => {
      expect(await ask(address, header())).toBe(status)
    })
  })
})

test.each([{ trusted: 1 }, { trusted: ['10.0.0.0/8'] }, { withCertificates: ['10.0.0.0/8'] }])(
  "a proxy's own certificate is never taken for the caller's: %j",
  (proxies) => {
    const socket = { remoteAddress: '10.0.0.1', getPeerX509Certificate: () => new Error('asked') }
    expect(certificateReader(proxies)({ socket, headers: {} } as never)).toBeUndefined()
  },
)

test('Client-Cert of a proxy that is trusted by hops does not count', () => {
  const headers = { 'client-cert': ':AAAA:' }
  expect(certificateReader({ trusted: 1 })({ socket: { remoteAddress: '10.0.0.1' }, headers } as never)).toBeUndefined()
})
