import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'

/**
 * A program for containers (`HEALTHCHECK`): ends with 0 when the service in the same container answers `/livez`, or the path in the program's argument, with
 * 200; ends with 1 otherwise. It reads `PORT` and `HOST` as the service does: an empty variable counts as absent.
 */
const port = process.env['PORT'] || '3000'
const { HOST = '' } = process.env
const hostname = ['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST
const [, , path = '/livez'] = process.argv

/** Returns the status of the response; undefined when there is none, as with the wrong protocol. */
function ask(request: typeof overHttps): Promise<number | undefined> {
  return new Promise((resolve) => {
    // The program asks its own machine: the certificate, if there is one, is for the name that callers use.
    const options = { hostname, port, path, timeout: 4_000, rejectUnauthorized: false }
    const asked = request(options, (response) => resolve(response.resume().statusCode))
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(undefined))
    asked.end()
  })
}

const status = (await ask(overHttp)) ?? (await ask(overHttps))
process.exit(status === 200 ? 0 : 1)
