import { MCP_PATH } from '../mcp/path.ts'
import { isProtected, baseUrl } from '../settings/formats.ts'
import { readSome } from '../settings/settings.ts'
import { variable } from '../settings/variable.ts'
import { type Command, CommandError } from './command.ts'

/**
 * Command that serves a local agent over standard input and output, through a running service, which the database belongs to. The agent calls with the API key
 * in the environment.
 */
export const mcp: Command = {
  usage: 'mcp [address]',
  summary: 'serves an agent on this machine over standard input and output, by the service at an address',
  words: [0, 1],
  async run({ application: { naming }, environment, words: [address], say }) {
    const { API_KEY, PUBLIC_URL, PORT } = readSome(naming, environment, ['API_KEY', 'PUBLIC_URL', 'PORT'])
    if (API_KEY === undefined)
      throw new CommandError(
        `${variable(naming, 'API_KEY')} must be set: the secret of an API key that has the scopes the agent is to have.`,
      )
    const url = serviceAt(address ?? PUBLIC_URL ?? `http://localhost:${PORT}`)
    const { bridge } = await import('../mcp/bridge.ts')
    say(`Agents are served by ${url.href}.`)
    await bridge({ url, key: API_KEY, input: process.stdin, output: process.stdout })
  },
}

/**
 * Returns the URL at which a service serves agents. Throws `CommandError` for text that is no address, and for an address to which the key would go in plain
 * text.
 */
function serviceAt(address: string): URL {
  const { success, data } = baseUrl.safeParse(address)
  if (!success || !isProtected(new URL(data)))
    throw new CommandError(`${address} must be the https address of a service, or an http address on this machine.`)
  return new URL(data + MCP_PATH)
}
