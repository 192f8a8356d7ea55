/** The user, API key, OAuth client or part of the service that acts. */
export interface Actor {
  /**
   * Kind of actor: `user`, by a session or an access token; `api_key`, also for a key that acts as a user; `client`, an OAuth client on its own behalf;
   * `system`, the service itself.
   */
  type: 'user' | 'api_key' | 'client' | 'system'
  /** Identifier of the actor; for `system` the part of the service, such as `exports`. */
  id: string
}
