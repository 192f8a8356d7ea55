/** What the core calls its tables and resources, and its client its types, in snake case: no resource can be called so. */
export const NAMES_OF_CORE: ReadonlySet<string> = new Set([
  'account_credentials',
  'accounts',
  'active_session',
  'api_error',
  'api_key',
  'api_key_with_secret',
  'api_keys',
  'core_migrations',
  'delivery',
  'delivery_attempt',
  'denials',
  'event',
  'event_data',
  'event_log',
  'event_name',
  'events',
  'export',
  'export_file',
  'export_filter',
  'export_parts',
  'export_progress',
  'exports',
  'fault',
  'idempotency_keys',
  'json_web_key',
  'list',
  'me',
  'migrations',
  'oauth_artifacts',
  'oauth_client',
  'oauth_client_with_secret',
  'oauth_clients',
  'page',
  'principal',
  'problem',
  'realtime',
  'session',
  'session_client',
  'sessions',
  'signing_keys',
  'spent_proofs',
  'ticket',
  'tickets',
  'webhook_deliveries',
  'webhook_endpoint',
  'webhook_endpoint_with_secret',
  'webhook_endpoints',
  'webhook_recovery',
])

/** What identifiers of the core begin with. */
export const PREFIXES_OF_CORE: readonly string[] = ['key', 'cli', 'whe', 'dlv', 'evt', 'exp', 'req', 'ses']

/** Words of TypeScript, by which no variable can be called. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static super switch this ' +
    'throw true try typeof undefined var void while with yield'
  ).split(' '),
)
