import { createSigner } from '@roster/core/server'
import type { AgentResource } from '../authorization-server/options.ts'
import { agentScopesOf } from '../mcp/agent-scopes.ts'
import { MCP_PATH } from '../mcp/path.ts'
import { performersOf } from '../operations/performers.ts'
import type { GatewayOptions } from '../server/options.ts'
import type { Runtime } from './runtime.ts'
import { apiKeyMechanisms } from './secret-mechanisms.ts'
import type { TokenMechanisms, TokenResource } from './token-mechanisms.ts'

/** Returns the resource that agents get tokens for: the MCP endpoint, with its scopes. */
export function agentResource({ application, baseUrl }: Runtime): AgentResource {
  return { address: baseUrl + MCP_PATH, scopes: agentScopesOf(performersOf(application.router)) }
}

/** Returns the credentials that agents may use, and the signer of questions. */
export function agentCallers(
  runtime: Runtime,
  resource: AgentResource,
  tokens: TokenMechanisms,
): NonNullable<GatewayOptions['agents']> {
  return {
    mechanisms: [...tokens(tokensOfAgents(resource)), ...apiKeyMechanisms(runtime)],
    signer: createSigner(runtime.secrets, 'agent-question'),
  }
}

/** Returns the resource of agents' tokens, which are valid there only. An agent without a token is told to ask for the reading scopes. */
const tokensOfAgents = ({ address, scopes }: AgentResource): TokenResource => ({
  audience: address,
  resourcePath: MCP_PATH,
  isOfAgents: true,
  scope: scopes.reading.join(' '),
})
