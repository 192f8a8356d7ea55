/** Path at which the service serves agents. */
export const MCP_PATH = '/mcp'
