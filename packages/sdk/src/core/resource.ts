import type { Client } from './client.ts'

/** Base class of resources, whose methods send requests through one client. */
export class Resource {
  protected readonly client: Client

  constructor(client: Client) {
    this.client = client
  }
}
