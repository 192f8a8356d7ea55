/**
 * What sessions begin with. Queries are short, so nothing is compiled for them; and reading here and there costs little more than reading on, as on
 * any SSD. How times are written, and what a statement sees, is as this service expects it, whatever a database or a role is set to: a transaction that
 * keeps its snapshot would be waited for by the indexes that it makes.
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
