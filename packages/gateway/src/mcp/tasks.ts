import type { Performer } from '@roster/core'
import type { AnyOperation, Work } from '@roster/core/contract'
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { filled } from '../operations/location.ts'
import { performCall } from './perform.ts'
import { refusedRead } from './read-resource.ts'
import type { AgentResources } from './resources.ts'
import type { ToolCall } from './tool.ts'

/** Work that continues after the answer to a call, in the form of the extension Tasks. */
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

/** Poll interval when the contract gives none, in milliseconds. */
const POLL_INTERVAL = 1_000

type Reader = Omit<ToolCall, 'input' | 'idempotencyKey'>

/** The tasks of an application. A task is the record of work that continues, and its identifier is the record's URI. Nothing is stored beside the record. */
export interface Tasks {
  /** Returns the task that a call has started; undefined when no work continues. */
  begunBy(operation: AnyOperation, result: CallToolResult, time: number): Task | undefined
  /** Returns the state of a task to a caller that may read its record. Throws a `ProtocolError` otherwise. */
  get(taskId: string, call: Reader): Promise<Task>
}

/** Returns the tasks of an application: of the operations whose contract declares `work`, with the resources that read their records. */
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
    // The time of the read: the state is the one just read.
    lastUpdatedAt: new Date(time).toISOString(),
    ttlMs: Date.parse(until) - Date.parse(since),
    pollIntervalMs: wait === undefined ? POLL_INTERVAL : wait * 1_000,
  }
}

/** Returns the result of failed work, in the form of a refused call. */
function failed({ progress }: Work, { content }: CallToolResult): CallToolResult {
  const told = { type: 'text', text: `It failed (${progress}). Start it anew.` } as const
  return { isError: true, content: [told, ...content] }
}

const unknownTask = (taskId: string) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${JSON.stringify(taskId.slice(0, 200))}.`)
