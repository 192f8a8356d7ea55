import type { Client } from './client.ts'

/** Methods that send through one client. */
export class Resource {
  protected readonly client: Client

  constructor(client: Client) {
    this.client = client
  }
}
