import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { obey } from '../serve.ts'

/** Minimal WebSocket server: it answers every message with `subscribed`. */
const server = createServer()
const sockets = new WebSocketServer({ server, maxPayload: 65_536 })
sockets.on('connection', (socket) => socket.on('message', () => socket.send('{"type":"subscribed"}')))

server.listen(0, '127.0.0.1', () => obey((server.address() as AddressInfo).port, {}))
