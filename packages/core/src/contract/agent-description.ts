/** A JSON Schema (2020-12) of one object. */
export interface ObjectSchema {
  type: 'object'
  [keyword: string]: unknown
}

/** Hints on the effect of a call, by their names in the Model Context Protocol. */
export interface ToolHints {
  readOnlyHint: boolean
  destructiveHint?: boolean
  idempotentHint?: boolean
}

/** A tool as `tools/list` describes it. */
export interface ToolDescription {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema?: ObjectSchema
  annotations: ToolHints & { openWorldHint: false }
}

/** An operation as agents see it. */
export interface AgentOperation {
  /** Name of the operation, such as `users.create`. */
  name: string
  summary: string
  description: string
  hints: ToolHints
  inputSchema: ObjectSchema
  /** The operation's own tool; undefined when agents find the operation by search and call it by name. */
  tool?: { name: string; description: string; outputSchema?: ObjectSchema }
}

/** Returns the entry of an operation in the list of tools. No operation reaches beyond the service. */
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

/** Returns the entry of an operation in the results of a search. */
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

/** Returns the name and title of the service for agents, with the version of the API as in its document. */
export const agentServer = (name: string, title: string) => ({ name, title, version: '1.0.0' })

/** Instructions that agents get before their first call. */
export const agentInstructions =
  'Ids are opaque: find them, never make them up. A result with `isError` is a problem with its `errors` by member and a `next_step`: follow that before you call again. Lists go on by `next_cursor`, and `fields` keeps them short.'

/** Time that a client may keep the list of tools, in milliseconds. Only a release changes the list. */
export const listLifetime = 3_600_000

/** Returns the message for a call of a tool that does not exist. */
export const unknownTool = (name: string): string =>
  `There is no tool ${JSON.stringify(name.slice(0, 64))}. tools/list names them, and search_operations finds what is none.`

/** Returns the message for a request with a parameter that does not follow its schema in the protocol. `fault` is what the schema reports. */
export const badParameter = (method: string, path: string, fault: string): string =>
  `${path} of ${method} is wrong: ${fault.replace('Invalid input: ', '')}. Send what the protocol says of this request.`

/** Fault of a cursor in a request for a list of the protocol: each such list is sent whole. */
export const wholeList = 'the list comes whole, so that no cursor leads on'

/** Message for a destructive call that ran without a question to the user. */
export const nobodyAsked =
  'Nobody was asked before this was done: this client cannot ask its user, or does not say that it can. Tell your user.'

/** Instruction for an agent after a version conflict whose problem includes the current record. */
export const compareWithCurrent =
  '`current` is the record as it is now. Compare it with what you read; if your change still holds, send it again with the `version` of `current`.'

/** Message for a request of a list page by its number, to be read after the name of the parameter. */
export const goOnByCursor = 'is not taken here: go on by `cursor`, with the `next_cursor` of the page before'

/** Returns the tool `search_operations`, which finds operations by words, also those without a tool. */
export const searchTool = (inputSchema: ObjectSchema): ToolDescription => ({
  name: 'search_operations',
  title: 'Search operations',
  description:
    'Finds what else this service can do for you, by words: every operation that your scopes allow, with the input that call_operation takes. Use it when no other tool fits.',
  inputSchema,
  annotations: { readOnlyHint: true, openWorldHint: false },
})

/** Returns the tool `call_operation`, which calls any operation by its name. */
export const callTool = (inputSchema: ObjectSchema): ToolDescription => ({
  name: 'call_operation',
  title: 'Call an operation',
  description: 'Calls an operation that search_operations has found. Prefer the tool of its own, where it has one.',
  inputSchema,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
})
