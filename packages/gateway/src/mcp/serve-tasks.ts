import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Tasks } from './tasks.ts'
import type { ToolCall } from './tool.ts'

/** Name of the extension by which a call is answered with a task that the client polls (2026-07-28, extension Tasks). */
export const TASKS = 'io.modelcontextprotocol/tasks'

const params = z.looseObject({ taskId: z.string().max(2_048) })

/**
 * Serves the methods of the extension. This service neither ends work that has begun, nor asks for more input during the work. So cancel and update are
 * acknowledged, which is all that they promise, and the work continues.
 */
export function serveTasks(
  server: Server,
  tasks: Tasks,
  callOf: (context: ServerContext) => Omit<ToolCall, 'input' | 'idempotencyKey'>,
): void {
  const find = ({ taskId }: { taskId: string }, context: ServerContext) => {
    if (!takesTasks(context.mcpReq)) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: NEEDED })
    return tasks.get(taskId, callOf(context))
  }
  server.setRequestHandler('tasks/get', { params }, async (given, context) => ({ ...(await find(given, context)) }))
  for (const method of ['tasks/cancel', 'tasks/update'])
    server.setRequestHandler(method, { params }, async (given, context) => {
      await find(given, context)
      return {}
    })
}

const NEEDED = { extensions: { [TASKS]: {} } }

/** Whether a client declares in its request that it accepts a task in place of a result. */
export function takesTasks({ envelope }: ServerContext['mcpReq']): boolean {
  const declared = (envelope as Record<string, { extensions?: object } | undefined> | undefined)?.[
    CLIENT_CAPABILITIES_META_KEY
  ]
  return declared?.extensions !== undefined && TASKS in declared.extensions
}
