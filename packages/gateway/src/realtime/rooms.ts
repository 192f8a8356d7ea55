import type { Message, Messages } from '@roster/core/server'

/** A recipient of messages. */
export interface Member {
  deliver(frame: Buffer): void
}

/** The members of each channel, in this process. */
export class Rooms {
  readonly #members = new Map<string, Set<Member>>()
  readonly #messages: Messages

  constructor(messages: Messages) {
    this.#messages = messages
    messages.onMessage((message) => this.#deliver(message))
  }

  join(channel: string, member: Member): void {
    const members = this.#members.get(channel) ?? new Set()
    this.#members.set(channel, members.add(member))
  }

  leave(channel: string, member: Member): void {
    const members = this.#members.get(channel)
    members?.delete(member)
    if (members?.size === 0) this.#members.delete(channel)
  }

  /** Sends a message to all members of its channel, in all processes. */
  publish(message: Message): void {
    this.#messages.publish(message)
  }

  #deliver({ text, from, channel }: Message): void {
    const members = this.#members.get(channel)
    if (!members) return
    const frame = Buffer.from(JSON.stringify({ type: 'message', text, from, channel }))
    for (const member of members) member.deliver(frame)
  }
}
