// Written by `roster-generate` from the contract. Changes to it are lost.

export * from './members.ts'
export * from './support-tickets.ts'
export * from './api-keys.ts'
export * from './oauth-clients.ts'
export * from './exports.ts'
export * from './session.ts'
export * from './sessions.ts'
export * from './realtime.ts'
export * from './me.ts'
export * from './webhook-endpoints.ts'
export * from './events.ts'
export * from './event-data.ts'
