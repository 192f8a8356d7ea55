/** Clients that can be registered. */
export const dashboard = {
  name: 'Dashboard',
  type: 'confidential',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['https://app.example.com/callback'],
  scopes: ['openid', 'email', 'read:users'],
}
export const app = { ...dashboard, type: 'public' }
export const machine = {
  name: 'Import',
  type: 'confidential',
  grant_types: ['client_credentials'],
  scopes: ['write:users'],
}

/** A key and its self-signed certificate, which expires in a hundred years. */
export const key = {
  kty: 'EC',
  x: '5pZVSeuahZ6wv351NyT2gDC7_6k5WnIVYnlVauWvxcI',
  y: 'FXnRxsP4ShWRGsQSrR5SVEkUrMg9D-7dMy7RPKPSW3c',
  crv: 'P-256',
  x5c: [
    'MIIBtDCCAVugAwIBAgIUNSTT1bRPkZXDggoYo0Q2HaKzgzQwCgYIKoZIzj0EAwIwLzEbMBkGA1UEAwwSY2xpZW50LmV4YW1wbGUuY29tMRAwDgYDVQQKDAdFeGFtcGxlMCAXDTI2MTEyMTA3MzA0OVoYDzIxMjYxMDI4MDczMDQ5WjAvMRswGQYDVQQDDBJjbGllbnQuZXhhbXBsZS5jb20xEDAOBgNVBAoMB0V4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATmllVJ65qFnrC/fnU3JPaAMLv/qTlachVieVVq5a/FwhV50cbD+EoVkRrEEq0eUlRJFKzIPQ/u3TMu0Tyj0lt3o1MwUTAdBgNVHQ4EFgQUIiQXd5MXYjOECJ4sslcO8zwzk6kwHwYDVR0jBBgwFoAUIiQXd5MXYjOECJ4sslcO8zwzk6kwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiAV60o4+Le2R01kzz3Aycpnfs0h4n3RM9Y8yULJU4exIgIgHO1FGKGO0MXgaRiMtmhn2SObFYwJJ7DW8XI/ywAr3Gg=',
  ],
}
export const tls = {
  token_endpoint_auth_method: 'tls_client_auth',
  tls_client_auth_subject_dn: 'CN=client.example.com,O=Example',
}
export const selfSigned = { token_endpoint_auth_method: 'self_signed_tls_client_auth', jwks: { keys: [key] } }
