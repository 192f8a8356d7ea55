// Written from the contract by `npm run generate:sdk`.

import type { Operation } from '../operation.ts'

/** Operations of `exports`. */
export const exports: readonly Operation[] = [
  {
    name: 'exports.create',
    method: 'POST',
    path: '/v1/exports',
    scope: 'read:users',
    status: 202,
    cacheControl: 'private, no-cache',
    location: '/v1/exports/{id}',
    retryAfter: { pending: 1, running: 1 },
    answers: true,
    isRead: true,
    isRepresentation: true,
    effect: { kind: 'create', of: 'exports' },
    parameters: {},
    body: {
      format: { type: 'enum', values: ['ndjson', 'csv'] },
      filter: {
        type: 'object',
        members: {
          role: { type: 'enum', values: ['admin', 'viewer'], optional: true },
          status: { type: 'enum', values: ['active', 'suspended', 'invited'], optional: true },
          search: {
            type: 'string',
            rule: 'words',
            min: 2,
            max: 100,
            fault: ['invalid', 'must not contain control or bidirectional formatting characters'],
            optional: true,
          },
        },
        default: {},
      },
    },
  },
  {
    name: 'exports.get',
    method: 'GET',
    path: '/v1/exports/{export_id}',
    scope: 'read:users',
    status: 200,
    cacheControl: 'private, no-cache',
    retryAfter: { pending: 1, running: 1 },
    answers: true,
    isRead: true,
    isRepresentation: true,
    effect: { kind: 'read', of: 'exports', id: 'export_id', gone: true },
    parameters: { export_id: { type: 'string', max: 64 } },
  },
  {
    name: 'exports.download',
    method: 'GET',
    path: '/v1/exports/{export_id}/file',
    scope: 'read:users',
    status: 200,
    cacheControl: 'private, no-cache',
    isRead: true,
    effect: { kind: 'read', of: 'exports', id: 'export_id', gone: true },
    parameters: { export_id: { type: 'string', max: 64 } },
    media: {
      'application/x-ndjson':
        '{"id":"usr_01KAJQ7W5M8XV2R4T6Y9B3D501","name":"Ada Lovelace","email":"ada@example.com","role":"admin","status":"active","version":1,"created_at":"2026-11-21T09:30:00.000Z","updated_at":"2026-11-21T09:30:00.000Z"}\n',
      'text/csv':
        'id,name,email,role,status,version,created_at,updated_at\r\nusr_01KAJQ7W5M8XV2R4T6Y9B3D501,Ada Lovelace,ada@example.com,admin,active,1,2026-11-21T09:30:00.000Z,2026-11-21T09:30:00.000Z\r\n',
    },
  },
]
