/** A JSON Schema (2020-12) of one object. */
export interface ObjectSchema {
  type: 'object'
  [keyword: string]: unknown
}

/** What a client may tell people of a call, as the Model Context Protocol names it. */
export interface ToolHints {
  readOnlyHint: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
}

/** A tool, as the list of tools tells of it. */
export interface ToolDescription {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema?: ObjectSchema
  annotations: ToolHints & { openWorldHint: false }
}

/** An operation, as agents are told of it. */
export interface AgentOperation {
  /** Its name, such as `users.create`. */
  name: string
  summary: string
  description: string
  hints: ToolHints
  inputSchema: ObjectSchema
  /** The tool that it is; undefined where it is found and called by name. */
  tool?: { name: string; description: string; outputSchema?: ObjectSchema }
}

/** How the list of tools tells of a tool. No operation reaches beyond the service. */
export function toolDescription(
  { summary, hints, inputSchema }: AgentOperation,
  { name, description, outputSchema }: NonNullable<AgentOperation['tool']>,
): ToolDescription {
  return {
    name,
    title: summary,
    description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    annotations: { ...hints, openWorldHint: false },
  }
}

/** How a search tells of an operation. */
export function foundOperation({ name, summary, description, hints, inputSchema, tool }: AgentOperation) {
  return {
    operation: name,
    ...(tool && { tool: tool.name }),
    summary,
    description,
    ...hints,
    input_schema: inputSchema,
  }
}

/** How the service calls itself, with the version of the API as its document says. */
export const agentServer = (name: string, title: string) => ({ name, title, version: '1.0.0' })

/** What agents are told before they call anything. */
export const agentInstructions =
  'Ids are opaque: find them, never make them up. A result with `isError` is a problem with its `errors` by member and a `next_step`: follow that before you call again. Lists go on by `next_cursor`, and `fields` keeps them short.'

/** How long a client may keep the list of tools, in milliseconds: it changes with a release alone. */
export const listLifetime = 3_600_000

/** What an agent is told that calls what is no tool. */
export const unknownTool = (name: string): string =>
  `There is no tool ${JSON.stringify(name.slice(0, 64))}. tools/list names them, and search_operations finds what is none.`

/** What an agent is told whose request has a parameter that is not as the protocol describes it, by what its schema says. */
export const badParameter = (method: string, path: string, fault: string): string =>
  `${path} of ${method} is wrong: ${fault.replace('Invalid input: ', '')}. Send what the protocol says of this request.`

/** What is wrong with a cursor of a list of the protocol, each of which comes whole. */
export const wholeList = 'the list comes whole, so that no cursor leads on'

/** What is said of a call that took something away without a question. */
export const nobodyAsked =
  'Nobody was asked before this was done: this client cannot ask its user, or does not say that it can. Tell your user.'

/** What an agent is told to do about a version conflict that shows the record as it is now. */
export const compareWithCurrent =
  '`current` is the record as it is now. Compare it with what you read; if your change still holds, send it again with the `version` of `current`.'

/** What an agent is told that asks for a page of a list by its number, after the name of the parameter. */
export const goOnByCursor = 'is not taken here: go on by `cursor`, with the `next_cursor` of the page before'

/** The tool that finds what is no tool itself. */
export const searchTool = (inputSchema: ObjectSchema): ToolDescription => ({
  name: 'search_operations',
  title: 'Search operations',
  description:
    'Finds what else this service can do for you, by words: every operation that your scopes allow, with the input that call_operation takes. Use it when no other tool fits.',
  inputSchema,
  annotations: { readOnlyHint: true, openWorldHint: false },
})

/** The tool that calls any operation by its name. */
export const callTool = (inputSchema: ObjectSchema): ToolDescription => ({
  name: 'call_operation',
  title: 'Call an operation',
  description: 'Calls an operation that search_operations has found. Prefer the tool of its own, where it has one.',
  inputSchema,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
})
