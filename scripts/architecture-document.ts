import { basename } from 'node:path/posix'
import { importsOf, roomImports, sources } from './imports.ts'
import { requestWay } from './request-way.ts'

interface Part {
  title: string
  /** The files of the package outside of rooms. */
  text: string
  /** The content of each room. */
  rooms: Record<string, string>
}

const PARTS: Record<string, Part> = {
  'packages/api/src': {
    title: 'Roster, `packages/api`',
    text: '`application.ts` is the list of its resources, `access.ts` its roles and scopes, `main.ts` starts it.',
    rooms: {
      demo: 'the users of `--demo`',
      orders: 'the resource `orders`',
      users: 'the resource `users`',
    },
  },
  'packages/core/src': {
    title: 'The core, `packages/core`',
    text: '`index.ts` is the entry for applications, `contract.ts` the entry for contracts, which a browser can load, and `server.ts` the additional entry for gateways; `application.ts` builds an application from its parts.',
    rooms: {
      access: 'powers of principals, records and credentials, and checks of them',
      'api-keys': 'the resource `apiKeys`, and finding the principal of a key',
      backup: 'copies of a whole database to another one, or into an archive and back',
      background: 'repeated work, with pauses after errors',
      callers: 'checks whether the principal of an open connection still has its permissions',
      contract: 'definitions of operations, resources, errors, roles and scopes; loads in a browser',
      crypto: 'secrets, sealed and signed texts, and the replacement of the secret of a service',
      data: 'both databases, the unit of work, migrations, search, conditions of SQL',
      definition: 'finds mistakes in an application when it is defined',
      'event-log': 'the log: assigns places to events, follows them, and deletes old ones',
      events: 'the resource `events`, the permission to read an event, and channels',
      exports: 'the resource `exports`, its workers and files',
      idempotency: 'stored responses for repeated requests',
      identity: 'accounts, passwords, sign-in, denials, and the address and client of a sign-in',
      limits: 'how many records one creator may have',
      lists: 'pages, cursors, filters and sorting',
      me: 'the resource `me`',
      oauth: "the authorization server's artifacts and keys",
      'oauth-clients': 'the resource `oauthClients`',
      operation: 'the steps of a running operation: scope, input, target, version, effect, commit, events',
      replicas: 'standbys that answer lists and exports, each while it has every acknowledged commit',
      realtime: 'tickets, and messages between the members of a channel',
      session: 'the resources `session` and `sessions`',
      tracing: 'the tracer, and the spans of statements',
      validation: 'checks inputs against their schemas, and lists their faults in a problem',
      webhooks: 'the resource `webhookEndpoints`, and the queue of deliveries',
    },
  },
  'packages/gateway/src': {
    title: 'The gateway, `packages/gateway`',
    text: '`index.ts` is its public entry.',
    rooms: {
      auth: 'credentials: keys, tokens, cookies, certificates, proofs',
      'authorization-server': 'OAuth 2 and OpenID Connect',
      commands: 'the program: it serves, or runs a command such as `backup`',
      connections: 'open streams and sockets: their number, principals and ends',
      context: 'the context of a request: its caller, and the response to its failure',
      http: 'rules of HTTP, one in each file',
      logs: 'the lines of the log, including the security log',
      mcp: 'operations as tools of agents, over the Model Context Protocol',
      metrics: 'counts and durations in the Prometheus format',
      naming: 'names that follow from the name of the service',
      nats: 'the connection to NATS, and the log over its stream',
      openapi: 'the OpenAPI document, from the contract',
      operations: 'the list of operations and the serializers of their outputs, for every protocol',
      pages: 'HTML pages',
      problems: 'errors as problem details',
      realtime: 'server-sent events, WebSocket, and tRPC over it',
      redis: 'the connection to Redis',
      rest: 'operations over REST, files and plain tRPC procedures',
      rpc: 'operations over tRPC',
      server: 'Fastify, with everything else registered; starting, stopping, health, overload',
      service: 'starts and stops an application with its servers; the page of live events',
      settings: 'reads settings, and finds mistakes in them',
      telemetry: 'exports traces, metrics and logs to an OpenTelemetry receiver; loaded only when one is configured',
      webhooks: 'allowed destinations of deliveries, and their sending',
    },
  },
}

const INTRODUCTION = `<!-- Written by \`npm run docs\`, from the imports and the doc comments of the sources. -->

# Architecture

An application is built with the core and served by the gateway. The generator writes its client, which uses the run time in \`sdk\`. An arrow points from a package to one that it imports
from, always through a public entry. \`test/walls.test.ts\` checks everything that is drawn here.
`

const REQUEST = `## The way of a request

A change arrives over one of three protocols, runs the same operation, and is committed with its event, which subscribers then receive. The descriptions are the doc comments of the steps.
`

const ROOMS = `## Rooms

Every file is in a room, a folder for one part of the system. An arrow points from a room to one that it imports from; arrows that follow from others are left out. The arrows form
no cycle.
`

/** Returns the document of packages, rooms and the way of a request, in Markdown. Throws when a room has no description, or a described room does not exist. */
export function architectureDocument(): string {
  const imports = roomImports()
  const sections = Object.entries(PARTS).map(([path, part]) => {
    const rooms = [...imports.keys()].filter((room) => room.startsWith(`${path}/`)).toSorted()
    requireDescriptions(path, rooms, part)
    return `### ${part.title}\n\n${part.text}\n\n${drawing(rooms, imports)}\n${tableOf(rooms, part)}`
  })
  return [INTRODUCTION, packageDrawing(), REQUEST, requestWay(), ROOMS, ...sections].join('\n')
}

/** Returns the drawing of the packages that each package imports from. */
function packageDrawing(): string {
  const arrows = sources.flatMap((file) => {
    const [, own] = file.split('/')
    const others = importsOf(file).map(({ of }) => /^@roster\/(\w+)/.exec(of)?.[1])
    return others.flatMap((other) => (other === undefined || other === own ? [] : [`  ${own} --> ${other}`]))
  })
  return ['```mermaid', 'flowchart LR', ...[...new Set(arrows)].toSorted(), '```', ''].join('\n')
}

function requireDescriptions(path: string, rooms: readonly string[], part: Part): void {
  const names = rooms.map((room) => basename(room))
  const wrong = [
    ...names.filter((name) => !(name in part.rooms)).map((name) => `${path}/${name} is not described`),
    ...Object.keys(part.rooms)
      .filter((name) => !names.includes(name))
      .map((name) => `${path}/${name} is not there`),
  ]
  if (wrong.length > 0) throw new Error(`scripts/architecture-document.ts: ${wrong.join(', ')}.`)
}

function drawing(rooms: readonly string[], imports: ReadonlyMap<string, ReadonlySet<string>>): string {
  const arrows = rooms.flatMap((room) => {
    const next = [...imports.get(room)!]
    const further = new Set(next.flatMap((one) => [...reachedFrom(one, imports)]))
    const direct = next.filter((one) => !further.has(one)).toSorted()
    return direct.map((one) => `  ${basename(room)} --> ${basename(one)}`)
  })
  return ['```mermaid', 'flowchart TD', ...arrows, '```', ''].join('\n')
}

function reachedFrom(room: string, imports: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set<string>()
  for (const next of imports.get(room)!) {
    reached.add(next)
    for (const further of reachedFrom(next, imports)) reached.add(further)
  }
  return reached
}

const tableOf = (rooms: readonly string[], part: Part) =>
  [
    '| room | content |',
    '| --- | --- |',
    ...rooms.map((room) => `| \`${basename(room)}\` | ${part.rooms[basename(room)]} |`),
    '',
  ].join('\n')
