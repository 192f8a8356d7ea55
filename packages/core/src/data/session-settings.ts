/**
 * Settings of new sessions. Queries are short, so nothing is compiled for them; and random reads cost little more than sequential ones, as on any SSD. The
 * format of times and the isolation level are those that this service expects, whatever a database or a role is set to: the indexes that a transaction makes
 * would wait for it if it kept its snapshot.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  DateStyle: 'ISO, MDY',
  default_transaction_isolation: 'read committed',
  idle_in_transaction_session_timeout: '10s',
  statement_timeout: '1min',
  jit: 'off',
  random_page_cost: '1.1',
}

/** Removes all time limits of the present transaction. `transaction_timeout` is unknown before PostgreSQL 17. */
export const NO_TIME_LIMITS = `select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`
