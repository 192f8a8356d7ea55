import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'

/**
 * A program of its own, for containers (`HEALTHCHECK`): ends with 0 where the service in the same container answers `/livez`, or the path
 * that it is called with, by 200, and with 1 otherwise. It goes by `PORT` and `HOST`, as the service does: an empty one counts as absent.
 */
const port = process.env['PORT'] || '3000'
const { HOST = '' } = process.env
const hostname = ['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
const [, , path = '/livez'] = process.argv

/** The status of the answer; undefined where there is none, as over the other protocol. */
function ask(request: typeof overHttps): Promise<number | undefined> {
  return new Promise((resolve) => {
    // It asks itself: the certificate, if there is one, is for the name that callers use.
    const options = { hostname, port, path, timeout: 4_000, rejectUnauthorized: false }
    const asked = request(options, (response) => resolve(response.resume().statusCode))
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(undefined))
    asked.end()
  })
}

const status = (await ask(overHttp)) ?? (await ask(overHttps))
process.exit(status === 200 ? 0 : 1)
