/** Where agents reach the service. */
export const MCP_PATH = '/mcp'
