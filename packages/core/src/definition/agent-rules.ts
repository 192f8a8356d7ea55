import type { AgentTool } from '../contract/agent.ts'
import { listedIn } from '../contract/collections.ts'
import type { AnyOperation } from '../contract/operation.ts'
import { isStream } from '../contract/stream-operation.ts'
import type { Definition } from './definition.ts'
import { contracts, doubles, operations, type Rule } from './rule.ts'

const NAME = /^[a-z][a-z0-9_]{0,59}$/
const MAX_DESCRIPTION = 600

/** Tools of the gateway itself, which find and call any operation, also one without a tool of its own. */
const RESERVED: readonly string[] = ['search_operations', 'call_operation']

type Tool = AnyOperation & { agent: AgentTool }

/** Returns a text, trimmed. Programs without types can leave a text out: then it is empty. */
const textOf = (text: unknown): string => (typeof text === 'string' ? text.trim() : '')

const tools = (definition: Definition): Tool[] => operations(definition).filter((one): one is Tool => !!one.agent)

const names: Rule = (definition) =>
  tools(definition)
    .filter(({ agent }) => !NAME.test(textOf(agent.name)) || RESERVED.includes(agent.name))
    .map(
      ({ name, agent }) =>
        `${name} calls its tool for agents "${agent.name}". Take a small letter, then at most 59 small letters, digits and underscores, and not ${RESERVED.join(' or ')}.`,
    )

const distinctNames: Rule = (definition) =>
  doubles(
    tools(definition),
    ({ agent }) => agent.name,
    (one, other, shared) =>
      `${other.name} has the tool for agents ${shared}, as ${one.name} has. Call one of them otherwise.`,
  )

const descriptions: Rule = (definition) =>
  tools(definition)
    .filter(({ agent }) => textOf(agent.description) === '' || textOf(agent.description).length > MAX_DESCRIPTION)
    .map(
      ({ name, agent }) =>
        `${name} describes its tool for agents in ${textOf(agent.description).length} characters. Say in 1 to ${MAX_DESCRIPTION} when to call it.`,
    )

const hints: Rule = (definition) =>
  tools(definition)
    .filter(({ agent, method }) => agent.destructive && (agent.readOnly ?? method === 'GET'))
    .map(({ name }) => `${name} is destructive and read-only to agents. Take back one of the two.`)

/** A tool answers with one object, which clients know by its members. Many clients cannot read alternatives. */
const outputs: Rule = (definition) =>
  tools(definition)
    .filter(({ output }) => output !== undefined && output._zod.def.type !== 'object')
    .filter(({ output, parameters }) => listedIn(output) === undefined || !('cursor' in parameters.shape))
    .map(
      ({ name }) =>
        `${name} is a tool for agents, and its output is no plain \`z.object\` and no list. Make it one of the two.`,
    )

/** Agents cannot call streams, nor operations that only REST offers. */
const forms: Rule = (definition) =>
  contracts(definition)
    .flatMap(({ operations: open, rest = {} }) => {
      const streams: AnyOperation[] = Object.values(open).filter(isStream)
      return streams.concat(Object.values(rest))
    })
    .filter(({ agent }) => agent)
    .map(({ name }) => `${name} is a tool for agents, and they cannot call it. Take back its \`agent\`.`)

/** Rules for the tools that an application offers to agents. */
export const agentRules: readonly Rule[] = [names, distinctNames, descriptions, hints, outputs, forms]
