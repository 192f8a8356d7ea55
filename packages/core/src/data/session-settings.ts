/**
 * What sessions begin with. Queries are short, so nothing is compiled for them; and reading here and there costs little more than reading on, as on
 * any SSD.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  idle_in_transaction_session_timeout: '10s',
  statement_timeout: '1min',
  jit: 'off',
  random_page_cost: '1.1',
}
