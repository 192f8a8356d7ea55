/** Forms of API keys, client secrets, sessions and tickets; of secrets of webhooks; and of tokens. */
const SECRETS =
  /(?<![A-Za-z\d])[a-z][a-z\d]{0,3}(?:k|cs|s|t)_[\dA-Za-z]{38}|whsec_[\w+/=%]{32,}|(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]+/g

/** Returns a text without secrets, which callers may send in place of identifiers: who wants to revoke a key may paste the key itself. */
export const withoutSecrets = (text: string): string => text.replaceAll(SECRETS, 'REDACTED')
