// Written from the contract by `npm run generate:sdk`.

export * from './users.ts'
export * from './orders.ts'
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
