import { expect, test } from 'vitest'
import { headers } from '../openapi/headers.ts'
import { saveAs } from './content-disposition.ts'

test.each([
  ['users-2026-11-21.csv', 'filename="users-2026-11-21.csv"'],
  ['two words.txt', 'filename="two words.txt"'],
  ['März – Bericht.pdf', `filename="M_rz _ Bericht.pdf"; filename*=UTF-8''M%C3%A4rz%20%E2%80%93%20Bericht.pdf`],
  [`a"b\\c'(1)*.txt`, `filename="a_b_c'(1)*.txt"; filename*=UTF-8''a%22b%5Cc%27%281%29%2A.txt`],
  ['😀.txt', `filename="_.txt"; filename*=UTF-8''%F0%9F%98%80.txt`],
  ['one\r\ntwo.txt', `filename="one__two.txt"; filename*=UTF-8''one%0D%0Atwo.txt`],
  ['\ud800.txt', `filename="_.txt"; filename*=UTF-8''%EF%BF%BD.txt`],
])('a file called %j is saved as %s', (name, saved) => {
  expect(saveAs(name)).toBe(`attachment; ${saved}`)
  expect(saveAs(name)).toMatch(new RegExp(headers['Content-Disposition'].schema.pattern, 'u'))
})
