// Written from the contract by `npm run generate:sdk`.

export * from './users.ts'
export * from './orders.ts'
export * from './api-keys.ts'
export * from './exports.ts'
export * from './me.ts'
export * from './event-data.ts'
