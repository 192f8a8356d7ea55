import type { Performer } from '@roster/core'
import type { AnyOperation, Work } from '@roster/core/contract'
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { filled } from '../operations/location.ts'
import { performCall } from './perform.ts'
import { refusedRead } from './read-resource.ts'
import type { AgentResources } from './resources.ts'
import type { ToolCall } from './tool.ts'

/** Work that goes on after the answer to a call, as the extension tells of it. */
export interface Task {
  taskId: string
  status: 'working' | 'completed'
  statusMessage: string
  createdAt: string
  lastUpdatedAt: string
  ttlMs: number
  pollIntervalMs: number
  result?: CallToolResult
}

/** How often to ask where the contract does not say it, in milliseconds. */
const POLL_INTERVAL = 1_000

type Reader = Omit<ToolCall, 'input' | 'idempotencyKey'>

/** The tasks of an application: each is the record of work that goes on, and is called by its URI. Nothing of it is kept beside the record. */
export interface Tasks {
  /** The task that a call has begun; undefined where nothing goes on. */
  begunBy(operation: AnyOperation, result: CallToolResult, time: number): Task | undefined
  /** How far a task is, for who may read its record. Throws an error of the protocol. */
  get(taskId: string, call: Reader): Promise<Task>
}

/** Finds what goes on in the operations of an application: those whose contract tells of `work`, and what reads its record. */
export function tasksOf(performers: readonly Performer[], resources: AgentResources): Tasks {
  const works = performers.flatMap(({ operation }) => {
    const { work, location } = operation
    const template = location && resources.templateAt(location)
    return work && template ? [[template, { ...operation, work }] as const] : []
  })
  const byTemplate = new Map(works)

  return {
    begunBy({ work, location, retryAfter }, { structuredContent }, time) {
      if (!work || !location || !structuredContent) return undefined
      const told = work(structuredContent)
      const taskId = resources.uriAt(filled(location, structuredContent as Record<string, unknown>))
      if (taskId === undefined || told.state !== 'working') return undefined
      return { ...taskOf(taskId, told, retryAfter?.(structuredContent), time), status: 'working' }
    },
    async get(taskId, call) {
      const found = resources.find(taskId)
      const begun = found && byTemplate.get(found.template)
      if (!found || !begun) throw unknownTask(taskId)
      const { result, problem } = await performCall(found.performer, { ...call, input: found.input, idempotencyKey: undefined }) // prettier-ignore
      if (problem) throw refusedRead(problem, taskId, call)
      const told = begun.work(result.structuredContent)
      const task = taskOf(taskId, told, begun.retryAfter?.(result.structuredContent), call.context.now())
      if (told.state === 'working') return { ...task, status: 'working' }
      return { ...task, status: 'completed', result: told.state === 'done' ? result : failed(told, result) }
    },
  }
}

function taskOf(taskId: string, { progress, since, until }: Work, wait: number | undefined, time: number) {
  return {
    taskId,
    statusMessage: progress,
    createdAt: since,
    // It is told as it was found.
    lastUpdatedAt: new Date(time).toISOString(),
    ttlMs: Date.parse(until) - Date.parse(since),
    pollIntervalMs: wait === undefined ? POLL_INTERVAL : wait * 1_000,
  }
}

/** Work that came to nothing has an answer like that of a call which was refused. */
function failed({ progress }: Work, { content }: CallToolResult): CallToolResult {
  const told = { type: 'text', text: `It failed (${progress}). Start it anew.` } as const
  return { isError: true, content: [told, ...content] }
}

const unknownTask = (taskId: string) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${JSON.stringify(taskId.slice(0, 200))}.`)
