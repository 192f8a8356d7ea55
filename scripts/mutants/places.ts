import type { Mutant } from './mutant.ts'
import { access } from './places/access.ts'
import { agentAccess } from './places/agent-access.ts'
import { agents } from './places/agents.ts'
import { authorization } from './places/authorization.ts'
import { backups } from './places/backups.ts'
import { callers } from './places/callers.ts'
import { client } from './places/client.ts'
import { clientRequests } from './places/client-requests.ts'
import { clientSockets } from './places/client-sockets.ts'
import { commands } from './places/commands.ts'
import { credentials } from './places/credentials.ts'
import { definitions } from './places/definitions.ts'
import { deliveries } from './places/deliveries.ts'
import { documents } from './places/documents.ts'
import { broker } from './places/broker.ts'
import { embedded } from './places/embedded.ts'
import { events } from './places/events.ts'
import { exports } from './places/exports.ts'
import { generator } from './places/generator.ts'
import { http } from './places/http.ts'
import { pages } from './places/pages.ts'
import { issuers } from './places/issuers.ts'
import { lists } from './places/lists.ts'
import { live } from './places/live.ts'
import { mock } from './places/mock.ts'
import { mockTests } from './places/mock-tests.ts'
import { operation } from './places/operation.ts'
import { outputs } from './places/outputs.ts'
import { reads } from './places/reads.ts'
import { realtime } from './places/realtime.ts'
import { records } from './places/records.ts'
import { replicas } from './places/replicas.ts'
import { rpc } from './places/rpc.ts'
import { settings } from './places/settings.ts'
import { stops } from './places/stops.ts'
import { telemetry } from './places/telemetry.ts'
import { webhooks } from './places/webhooks.ts'
import { workers } from './places/workers.ts'

/** All mutants, by room. */
export const mutants: readonly Mutant[] = [
  ...definitions,
  ...operation,
  ...rpc,
  ...agents,
  ...agentAccess,
  ...access,
  ...records,
  ...lists,
  ...credentials,
  ...authorization,
  ...issuers,
  ...callers,
  ...broker,
  ...embedded,
  ...events,
  ...exports,
  ...webhooks,
  ...deliveries,
  ...realtime,
  ...live,
  ...http,
  ...pages,
  ...documents,
  ...reads,
  ...outputs,
  ...client,
  ...clientRequests,
  ...clientSockets,
  ...generator,
  ...mock,
  ...mockTests,
  ...backups,
  ...commands,
  ...settings,
  ...workers,
  ...stops,
  ...replicas,
  ...telemetry,
]
