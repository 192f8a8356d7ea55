import type { Group } from '../harness/row.ts'
import { auth } from './auth.ts'
import { create } from './create.ts'
import { events } from './events.ts'
import { get } from './get.ts'
import { idle } from './idle.ts'
import { keys } from './keys.ts'
import { large } from './large.ts'
import { list } from './list.ts'
import { mcp } from './mcp.ts'
import { rest } from './rest.ts'
import { rpc } from './rpc.ts'
import { sdk } from './sdk.ts'
import { start } from './start.ts'
import { telemetry } from './telemetry.ts'
import { webhooks } from './webhooks.ts'
import { workers } from './workers.ts'

/** All groups of rows, in order. Groups that add records come last. */
export const groups: readonly Group[] = [
  rest,
  rpc,
  mcp,
  sdk,
  large,
  auth,
  start,
  keys,
  get,
  list,
  workers,
  telemetry,
  events,
  idle,
  webhooks,
  create,
]
