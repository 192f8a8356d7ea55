/** Events as they happen, over server-sent events or a WebSocket. */
export type { EventName } from './core/event.ts'
export { connect, type ConnectOptions } from './realtime/connect.ts'
export { RefusedError, ResetError, SocketClosedError } from './realtime/errors.ts'
export type { LiveEvent, LiveEventOf, Notice, Reset } from './realtime/event.ts'
export type { WebSocketClass, WebSocketLike } from './realtime/link.ts'
export type { ChannelMessage, ChannelNotice, Push, PushOf, Subscribed, Welcome } from './realtime/messages.ts'
export type { RosterSocket, SocketEvents } from './realtime/socket.ts'
export { subscribe, type SubscribeOptions } from './realtime/subscribe.ts'
