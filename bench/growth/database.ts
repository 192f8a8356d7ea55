import { Client } from 'pg'
import type { Run } from './fill.ts'

/** Creates an empty database on a server, runs the work on it, and drops it afterwards. */
export async function withDatabase<Result>(
  server: string,
  name: string,
  work: (url: string, run: Run) => Promise<Result>,
): Promise<Result> {
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  return connected(server, async (onServer) => {
    await onServer(`drop database if exists ${name} with (force)`)
    await onServer(`create database ${name}`)
    try {
      return await connected(url, (run) => work(url, run))
    } finally {
      await onServer(`drop database ${name} with (force)`)
    }
  })
}

async function connected<Result>(url: string, work: (run: Run) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, options: '-c timezone=UTC -c jit=off' })
  await client.connect()
  try {
    return await work(async (text, values = []) => (await client.query(text, [...values])).rows)
  } finally {
    await client.end()
  }
}
