import { expect, test } from 'vitest'
import { summaryOf } from './statement.ts'

test.each([
  ['begin', 'BEGIN'],
  ['select 1', 'SELECT'],
  ['set transaction read only', 'SET'],
  ['declare slices no scroll cursor for select id from "users"', 'DECLARE slices SELECT users'],
  ['fetch 100 from slices', 'FETCH slices'],
  ['select * from "users" where id = $1', 'SELECT users'],
  ['select u.* from users u join orders o on o.user_id = u.id', 'SELECT users orders'],
  [
    'with insert_1 as (insert into "users" ("id") select "id" from json_populate_recordset(null::"users", $1) returning 1) insert into "events" ("id") select "id" from json_populate_recordset(null::"events", $2) where (select count(*) from insert_1) is not null',
    'INSERT users events',
  ],
  ['update event_log set head = $1 where exists (select from ready)', 'UPDATE event_log SELECT ready'],
  ['delete from spent_proofs where expires_at < now()', 'DELETE spent_proofs'],
  ["update users set name = 'it''s from Ada', note = E'\\' from Grace'", 'UPDATE users'],
  ['select id from exports for update skip locked', 'SELECT exports'],
])('%s is summed up as %s', (text, summary) => {
  expect(summaryOf(text)).toBe(summary)
})
