import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { request } from 'undici'
import { afterEach, describe, expect, test } from 'vitest'
import { openGuardedAgent } from './agent.ts'
import { Destinations } from './destinations.ts'

const names: Record<string, string[]> = {
  'public.example': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'private.example': ['10.0.0.1'],
  'half-private.example': ['93.184.215.14', '169.254.169.254'],
  'loopback.example': ['127.0.0.1'],
}
async function resolve(host: string): Promise<string[]> {
  const found = names[host]
  if (!found) throw new Error(`${host} is not known.`)
  return found
}

const strict = new Destinations({ resolve })
const allowing = new Destinations({ resolve, allow: ['10.0.0.0/24', '::1'] })
const refusal = (url: string, destinations = strict) => destinations.refusal(new URL(url))

describe('an address of deliveries', () => {
  test.each([
    'https://public.example/hook',
    'https://93.184.215.14/',
    'https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]:8443/',
    'https://not-yet.example/',
    'https://localhost.example/',
    'https://notlocalhost/',
    'https://168.63.129.17/',
  ])('%s is taken', async (url) => {
    expect(await refusal(url)).toBeUndefined()
  })

  test.each([
    ['plain http', 'http://public.example/'],
    ['plain http to a name that does not resolve', 'http://not-yet.example/'],
  ])('%s is refused', async (_what, url) => {
    expect(await refusal(url)).toBe('must be an https address')
  })

  test.each([
    ['a private name', 'https://private.example/'],
    ['a name that is partly private', 'https://half-private.example/'],
    ['loopback', 'https://127.0.0.1/'],
    ['loopback, in decimal', 'https://2130706433/'],
    ['loopback, in hexadecimal', 'https://0x7f.1/'],
    ['loopback, in octal', 'https://0177.0.0.1/'],
    ['loopback, with a dot at its end', 'https://127.0.0.1./'],
    ['loopback, in full-width digits', 'https://１２７.0.0.1/'],
    ['loopback over IPv6', 'https://[::1]/'],
    ['this host', 'https://0.0.0.0/'],
    ['no address', 'https://[::]/'],
    ['this machine by name', 'https://localhost/'],
    ['this machine by name, with a dot', 'https://localhost./'],
    ['this machine by name, with dots', 'https://LocalHost../'],
    ['this machine by name, in full-width letters', 'https://ｌｏｃａｌｈｏｓｔ/'],
    ['a name below localhost', 'https://api.localhost/'],
    ['a name below localhost, in capitals and with a dot', 'https://A.B.LOCALHOST./'],
    ["Azure's metadata", 'https://168.63.129.16/'],
    ["Azure's metadata, in hexadecimal", 'https://0xa83f8110/'],
    ["Google's metadata, by name", 'https://metadata.google.internal/'],
    ["Google's metadata, by name with a dot", 'https://Metadata.Google.Internal./'],
    ["Google's metadata, by its short name", 'https://metadata/'],
    ["Amazon's metadata, by name", 'https://instance-data.ec2.internal/'],
    ["Amazon's metadata over IPv6", 'https://[fd00:ec2::254]/'],
    ["Alibaba's metadata", 'https://100.100.100.200/'],
    ["Oracle's metadata", 'https://192.0.0.192/'],
    ['10/8', 'https://10.1.2.3/'],
    ['172.16/12', 'https://172.31.255.255/'],
    ['192.168/16', 'https://192.168.0.1/'],
    ['link-local, where clouds keep their secrets', 'https://169.254.169.254/'],
    ['carrier-grade NAT', 'https://100.64.0.1/'],
    ['benchmarks', 'https://198.18.0.1/'],
    ['documentation', 'https://192.0.2.1/'],
    ['documentation, second', 'https://198.51.100.1/'],
    ['documentation, third', 'https://203.0.113.1/'],
    ['multicast', 'https://224.0.0.1/'],
    ['reserved', 'https://240.0.0.1/'],
    ['broadcast', 'https://255.255.255.255/'],
    ['mapped IPv4', 'https://[::ffff:10.0.0.1]/'],
    ['mapped public IPv4', 'https://[::ffff:93.184.215.14]/'],
    ['compatible IPv4', 'https://[::10.0.0.1]/'],
    ['NAT64', 'https://[64:ff9b::a00:1]/'],
    ['local NAT64', 'https://[64:ff9b:1::a00:1]/'],
    ['6to4', 'https://[2002:a00:1::1]/'],
    ['Teredo', 'https://[2001:0:a00:1::1]/'],
    ['unique local', 'https://[fd00::1]/'],
    ['link-local over IPv6', 'https://[fe80::1]/'],
    ['site-local', 'https://[fec0::1]/'],
    ['multicast over IPv6', 'https://[ff02::1]/'],
    ['documentation over IPv6', 'https://[2001:db8::1]/'],
    ['documentation over IPv6, second', 'https://[3fff::1]/'],
  ])('%s is refused: %s', async (_what, url) => {
    expect(await refusal(url)).toMatch(/^must not lead to a loopback, private/)
  })

  test('what is allowed by its range is taken, over plain http too', async () => {
    for (const url of ['http://10.0.0.9/', 'https://private.example/', 'http://private.example/', 'http://[::1]:4000/'])
      expect(await refusal(url, allowing)).toBeUndefined()
    expect(await refusal('https://10.0.1.1/', allowing)).toMatch(/^must not/)
    expect(await refusal('http://93.184.215.14/', allowing)).toBe('must be an https address')
  })

  test('a name that does not resolve in time is not said to need https where it may lead to what is allowed', async () => {
    expect(await refusal('http://not-yet.example/', allowing)).toBe(
      'must be an https address, or resolve within 2 seconds to one that may be reached over http',
    )
  })
})

describe('a connection', () => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  async function listening(): Promise<number> {
    const server = createServer((_request, response) => response.end('reached'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    closing.push(() => new Promise((done) => server.close(done)))
    return (server.address() as AddressInfo).port
  }

  async function reach(url: string, destinations: Destinations): Promise<string> {
    const agent = await openGuardedAgent(destinations)
    closing.push(() => agent.destroy())
    return request(url, { dispatcher: agent, method: 'POST' }).then(
      ({ body }) => body.text(),
      (error: Error) => error.name,
    )
  }

  test('is made to an address or a name that is allowed', async () => {
    const port = await listening()
    const open = new Destinations({ resolve, allow: ['127.0.0.0/8'] })
    expect(await reach(`http://127.0.0.1:${port}/`, open)).toBe('reached')
    expect(await reach(`http://loopback.example:${port}/`, open)).toBe('reached')
  })

  test('is refused to addresses, and to names that lead to such', async () => {
    const port = await listening()
    for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'loopback.example']) {
      expect(await reach(`http://${host}:${port}/`, strict)).toBe('ForbiddenDestination')
      expect(await reach(`https://${host}:${port}/`, strict)).toBe('ForbiddenDestination')
    }
  })

  test('goes where the name leads now, not where it led at registration', async () => {
    const port = await listening()
    let leadsTo = '93.184.215.14'
    const rebinding = new Destinations({ resolve: async () => [leadsTo] })
    expect(await rebinding.refusal(new URL('https://rebinding.example/'))).toBeUndefined()
    leadsTo = '127.0.0.1'
    expect(await reach(`https://rebinding.example:${port}/`, rebinding)).toBe('ForbiddenDestination')
  })

  test('to localhost and names below it is one to this machine, whatever a resolver says, and so allowed or refused', async () => {
    const lying = async () => ['93.184.215.14']
    for (const host of ['localhost', 'localhost.', 'api.localhost', 'API.LOCALHOST.']) {
      const open = new Destinations({ resolve: lying, allow: ['127.0.0.0/8'] })
      expect(await open.addressesOf('http:', host)).toEqual(['127.0.0.1'])
      expect(await new Destinations({ resolve: lying }).addressesOf('https:', host)).toEqual([])
    }
  })

  test('to a metadata service is refused by its names and addresses', async () => {
    names['azure.example'] = ['168.63.129.16']
    const hosts = [
      'metadata.google.internal',
      'metadata.',
      'instance-data',
      'azure.example',
      '168.63.129.16',
      '[fd00:ec2::254]',
    ]
    for (const host of hosts) expect(await reach(`https://${host}/`, strict)).toBe('ForbiddenDestination')
  })
})
