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
