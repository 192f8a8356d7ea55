import { accessRules } from './access-rules.ts'
import { accountRules } from './account-rules.ts'
import { agentRules } from './agent-rules.ts'
import { effectRules } from './effect-rules.ts'
import { errorRules } from './error-rules.ts'
import { eventRules } from './event-rules.ts'
import { exportRules } from './export-rules.ts'
import { memberRules } from './member-rules.ts'
import { nameRules } from './name-rules.ts'
import { operationRules } from './operation-rules.ts'
import { pathRules } from './path-rules.ts'
import { queryRules } from './query-rules.ts'
import type { Rule } from './rule.ts'
import { schemaIdRules } from './schema-id-rules.ts'
import { schemaRules } from './schema-rules.ts'
import { streamRules } from './stream-rules.ts'
import { tableRules } from './table-rules.ts'
import { textRules } from './text-rules.ts'

/** All rules that an application must follow to be served. */
export const rules: readonly Rule[] = [
  ...accessRules,
  ...accountRules,
  ...nameRules,
  ...pathRules,
  ...operationRules,
  ...queryRules,
  ...memberRules,
  ...streamRules,
  ...schemaRules,
  ...schemaIdRules,
  ...errorRules,
  ...eventRules,
  ...effectRules,
  ...tableRules,
  ...exportRules,
  ...agentRules,
  ...textRules,
]
