import { randomBytes } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { newId } from '@roster/core/contract'
import { createSigner } from '@roster/core/server'
import { Pool, types } from 'pg'
import { z } from 'zod'
import { appByHand, Failure, getSchema, meSchema, requires, tagAnswers, userSchema } from '../by-hand.ts'
import { findCaller } from './keys.ts'
import { serve } from '../serve.ts'

// Times are converted from text to text, without a `Date`.
types.setTypeParser(types.builtins.TIMESTAMPTZ, (text) => {
  const fraction = text.slice(20, -3).padEnd(3, '0')
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
})
const pool = new Pool({ connectionString: process.env['DATABASE_URL']!, max: 10, options: '-c timezone=UTC' })
const signer = createSigner([randomBytes(32)], 'cursor')
const find = findCaller(pool)
const columns = 'id, name, email, role, status, version, created_at, updated_at'

interface User {
  id: string
  created_at: string
  updated_at: string
}

const app = appByHand()
tagAnswers(app)

const one = { name: 'one', text: `select ${columns} from users where id = $1 and deleted_at is null` }

app.get<{ Params: { user_id: string } }>(
  '/v1/users/:user_id',
  { schema: getSchema, onRequest: requires('read:users', find) },
  async ({ params }, reply) => {
    const { rows } = await pool.query<User>({ ...one, values: [params.user_id] })
    if (!rows[0]) throw new Failure(404, 'No such user')
    reply.header('last-modified', new Date(rows[0].updated_at).toUTCString())
    return rows[0]
  },
)

app.get('/v1/me', { schema: meSchema, onRequest: requires(undefined, find) }, async ({ caller }) => {
  const { id, name, role, scopes } = caller!
  return { principal: { type: 'api_key', id, name }, role, scopes: [...scopes], user: null }
})

const byPage = {
  name: 'by page',
  text: `select counted.total, page.* from (select count(*)::int as total from users where deleted_at is null) counted
    left join (
      select ${columns} from users where deleted_at is null order by created_at desc, id desc limit $1 offset $2
    ) page on true order by created_at desc, id desc`,
}
const first = {
  name: 'first',
  text: `select ${columns} from users where deleted_at is null order by created_at desc, id desc limit $1`,
}
const after = {
  name: 'after',
  text: `select ${columns} from users where deleted_at is null and (created_at, id) < ($2, $3) order by created_at desc, id desc limit $1`,
}

const listSchema = {
  querystring: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      page: { type: 'integer', minimum: 1, maximum: 1_000 },
      cursor: { type: 'string', maxLength: 1_000 },
    },
    additionalProperties: false,
  },
  response: {
    200: {
      type: 'object',
      properties: {
        data: { type: 'array', items: userSchema },
        pagination: {
          type: 'object',
          properties: {
            page: { type: 'integer' },
            limit: { type: 'integer' },
            total: { type: 'integer' },
            total_pages: { type: 'integer' },
          },
        },
        next_cursor: { type: 'string', nullable: true },
        has_more: { type: 'boolean' },
      },
    },
  },
} as const

app.get<{ Querystring: { limit: number; page?: number; cursor?: string } }>(
  '/v1/users',
  { schema: listSchema, onRequest: requires('read:users', find) },
  async (request, reply) => {
    const { limit, page = 1, cursor } = request.query
    if (cursor === undefined) {
      const { rows } = await pool.query<User & { total: number }>({ ...byPage, values: [limit, (page - 1) * limit] })
      const { total } = rows[0]!
      const last = Math.ceil(total / limit)
      const links = { first: 1, prev: Math.max(page - 1, 1), next: Math.min(page + 1, last), last }
      reply.header(
        'link',
        linkHeader(
          Object.entries(links).map(([rel, number]) => [rel, `page=${number}`]),
          limit,
        ),
      )
      const data = rows.filter(({ id }) => id !== null)
      return { data, pagination: { page, limit, total, total_pages: last } }
    }
    const { rows } = await readAfter(cursor, limit + 1)
    const data = rows.slice(0, limit)
    const end = data.at(-1)
    const next = rows.length > limit && end ? signer.sign(JSON.stringify([end.created_at, end.id])) : null
    reply.header('link', linkHeader([['first', 'cursor='], ...(next ? [['next', `cursor=${next}`]] : [])], limit))
    return { data, next_cursor: next, has_more: next !== null }
  },
)

function readAfter(cursor: string, limit: number) {
  if (cursor === '') return pool.query<User>({ ...first, values: [limit] })
  const content = signer.open(cursor)
  if (content === undefined) throw new Failure(400, 'Bad cursor')
  return pool.query<User>({ ...after, values: [limit, ...(JSON.parse(content) as string[])] })
}

const linkHeader = (links: string[][], limit: number) =>
  links.map(([rel, query]) => `<http://127.0.0.1/v1/users?limit=${limit}&${query}>; rel="${rel}"`).join(', ')

const newUser = z.strictObject({
  name: z.string().trim().min(1).max(200).normalize(),
  email: z.email().max(254),
  role: z.enum(['admin', 'viewer']),
  status: z.enum(['active', 'suspended', 'invited']).default('active'),
})

const insert = {
  name: 'insert',
  text: `with added as (
      insert into users (${columns}, email_key, search) values ($1, $2, $3, $4, $5, 1, $6, $6, $7, $8))
    insert into events (id, event, user_id, data, created_at) values ($9, 'user.created', $1, $10, $6)`,
}

app.post(
  '/v1/users',
  { schema: { response: { 201: userSchema } }, onRequest: requires('write:users', find) },
  async (request, reply) => {
    const { data: input, error } = newUser.safeParse(request.body)
    if (error) throw new Failure(422, error.message)
    const now = new Date().toISOString()
    const id = newId('usr', Date.now())
    const user = { id, ...input, version: 1, created_at: now, updated_at: now }
    await store(user)
    reply
      .code(201)
      .headers({ location: `http://127.0.0.1/v1/users/${id}`, 'last-modified': new Date(now).toUTCString() })
    return user
  },
)

async function store(user: z.output<typeof newUser> & { id: string; created_at: string }): Promise<void> {
  const { id, name, email, role, status, created_at } = user
  const values = [id, name, email, role, status, created_at, emailKey(email), searchable(name, email)]
  await pool.query({ ...insert, values: [...values, newId('evt', Date.now()), JSON.stringify(user)] })
}

function emailKey(email: string): string {
  const [local = '', domain = ''] = email.normalize('NFKC').toLowerCase().split('@')
  return `${local}@${domainToASCII(domain)}`
}

const searchable = (...texts: string[]) =>
  texts
    .map((text) =>
      text
        .normalize('NFKD')
        .replaceAll(/\p{M}+/gu, '')
        .toLowerCase(),
    )
    .join('\n')

await serve(app)
