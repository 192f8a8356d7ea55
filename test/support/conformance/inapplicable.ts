/** Checks of the judge that do not apply, with the reason. */
interface Inapplicable {
  reason: string
  /** Outcome of each check, by `scenario/check`. */
  checks: Readonly<Record<string, 'FAILURE' | 'WARNING' | 'SKIPPED'>>
}

const failing = (...checks: string[]): Inapplicable['checks'] =>
  Object.fromEntries(checks.map((check) => [check, 'FAILURE'] as const))
const warned = (...checks: string[]): Inapplicable['checks'] =>
  Object.fromEntries(checks.map((check) => [check, 'WARNING'] as const))
const skipped = (...checks: string[]): Inapplicable['checks'] =>
  Object.fromEntries(checks.map((check) => [check, 'SKIPPED'] as const))

/** Returns failing checks of scenarios that have one check, with the name of the scenario. */
const alone = (...scenarios: string[]) => failing(...scenarios.map((scenario) => `${scenario}/${scenario}`))

/** Checks that do not apply in any revision, because no application has these features. */
const anywhere: readonly Inapplicable[] = [
  {
    reason: 'There are no prompts: an application has operations, whose descriptions say when to call them.',
    checks: alone(
      'prompts-list',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-embedded-resource',
      'prompts-get-with-image',
    ),
  },
  {
    reason: 'There is nothing to complete: arguments are identifiers, which are found, and words of schemas.',
    checks: alone('completion-complete'),
  },
  {
    reason: 'An operation answers with JSON, so that a tool has no image, sound or file to show.',
    checks: alone(
      'tools-call-image',
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-mixed-content',
      'resources-read-binary',
    ),
  },
  {
    reason: 'A call is answered when it is committed. Long work is begun by a call, and its progress read apart.',
    checks: alone('tools-call-with-progress'),
  },
  {
    reason:
      'Schemas follow from those of the contract, shortened for their readers: none is written by hand, and none names its dialect.',
    checks: failing('json-schema-2020-12/json-schema-2020-12-tool-found'),
  },
]

const current: readonly Inapplicable[] = [
  {
    reason: 'There are no prompts, and neither they nor the tools change while a service runs.',
    checks: {
      ...failing('caching/sep-2549-prompts-list-caching-hints'),
      ...skipped(
        'server-stateless/sep-2575-server-sends-prompts-list-changed-on-subscription',
        'server-stateless/sep-2575-server-sends-tools-list-changed-on-subscription',
      ),
    },
  },
  {
    reason: 'No argument is repeated in a header.',
    checks: failing(
      'http-custom-header-server-validation/sep-2243-server-decode-base64',
      'http-custom-header-server-validation/sep-2243-server-no-xmcp-tool',
      'http-custom-header-server-validation/sep-2243-server-reject-invalid-param-chars',
      'http-custom-header-server-validation/sep-2243-server-reject-param-mismatch',
      'http-custom-header-server-validation/sep-2243-server-validate-param-match',
    ),
  },
  {
    reason: 'Nothing is demanded of a client: what it cannot do is done without it.',
    checks: failing(
      'server-stateless/sep-2575-missing-capability-http-400',
      'server-stateless/sep-2575-server-rejects-undeclared-capability',
      'tasks-required-task-error/sep-2663-server-returns-missing-capability-when-required',
    ),
  },
  {
    reason:
      'One thing is asked on the way: whether to take something away, as yes or no, of a client that can be asked. What an operation needs besides are its arguments: it asks for no words, samples or folders, in no rounds, and not before a task.',
    checks: {
      ...failing(
        'input-required-result-basic-elicitation/sep-2322-elicitation-incomplete',
        'input-required-result-basic-list-roots/sep-2322-list-roots-incomplete',
        'input-required-result-basic-sampling/sep-2322-sampling-incomplete',
        'input-required-result-capability-check/sep-2322-respect-client-capabilities',
        'input-required-result-multi-round/sep-2322-multi-round-r1',
        'input-required-result-multiple-input-requests/sep-2322-multiple-inputs-incomplete',
        'input-required-result-non-tool-request/sep-2322-non-tool-incomplete',
        'tasks-mrtr-composition/sep-2663-mrtr-synchronous-before-task-creation',
        'tasks-mrtr-input/sep-2663-tasks-get-status-input-required',
        'tasks-mrtr-input/tasks-mrtr-partial-fulfillment',
        'tasks-mrtr-input/tasks-mrtr-tasks-update-resumes',
      ),
      ...warned('input-required-result-ignore-extra-params/sep-2322-ignore-unexpected-params'),
    },
  },
  {
    reason: 'A task is begun by a call that was taken. What goes wrong then is told by its record, as a result.',
    checks: failing('tasks-lifecycle/sep-2663-tasks-get-status-failed'),
  },
  {
    reason: 'The text of a result is the JSON of its record, and not a sentence.',
    checks: failing('tasks-request-headers/tasks-headers-tolerate-mcp-method-on-tools-call'),
  },
  {
    reason: 'The judge does not look.',
    checks: skipped('tasks-status-notifications/tasks-status-notifications'),
  },
]

const before: readonly Inapplicable[] = [
  {
    reason:
      'There are no sessions, and thus no streams and subscriptions of one: the current revision has them without.',
    checks: {
      ...alone('resources-subscribe', 'resources-unsubscribe'),
      ...warned(
        'server-sse-multiple-streams/server-sse-multiple-streams-session',
        'server-sse-polling/server-sse-polling-session',
        'server-sse-polling/server-sse-priming-event',
        'server-sse-polling/server-sse-retry-field',
      ),
    },
  },
  {
    reason: 'Nothing is logged to a client.',
    checks: alone('logging-set-level', 'tools-call-with-logging'),
  },
  {
    reason: 'People are asked by the current revision alone: this one does it in sessions, which there are none of.',
    checks: {
      ...alone('tools-call-elicitation', 'tools-call-sampling'),
      ...failing(
        'elicitation-sep1034-defaults/elicitation-sep1034-general',
        'elicitation-sep1330-enums/elicitation-sep1330-general',
      ),
    },
  },
]

/** Checks that do not apply, by revision. */
export const inapplicable: Readonly<Record<string, readonly Inapplicable[]>> = {
  '2026-07-28': [...anywhere, ...current],
  '2025-11-25': [...anywhere, ...before],
}
