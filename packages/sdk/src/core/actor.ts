/** Who does or did something. */
export interface Actor {
  /**
   * What it is: a user, by a session or by an access token; an API key, also one that acts as a user; an OAuth client on its own behalf; the
   * service itself.
   */
  type: 'user' | 'api_key' | 'client' | 'system'
  /** Its identifier. Of `system` the part of the service, such as `exports`. */
  id: string
}
