import { describe, expect, test } from 'vitest'
import { isOfData, isRefusal } from './refusal.ts'

const told = (severity: string, code: string) => Object.assign(new Error('told'), { severity, code })

describe.each([
  ['English', 'ERROR', 'FATAL'],
  ['German', 'FEHLER', 'FATAL'],
  ['French', 'ERREUR', 'FATAL'],
  ['Russian', 'ОШИБКА', 'ВАЖНО'],
  ['Japanese', 'ERROR', 'FATAL'],
  ['Turkish', 'HATA', 'ÖLÜMCÜL (FATAL)'],
])('in a server that speaks %s', (_language, refused, ended) => {
  test.each(['23505', '40P01', '42P01', '53100', '57014', 'XX000'])('%s is a refusal', (code) => {
    expect(isRefusal(told(refused, code))).toBe(true)
  })

  test.each(['08006', '25P03', '28P01', '3D000', '53300', '57P01', '57P05'])('%s ends the connection', (code) => {
    expect(isRefusal(told(ended, code))).toBe(false)
  })

  test('data that break a constraint, or are no values of their types, are told from another refusal', () => {
    expect(isOfData(told(refused, '23505'))).toBe(true)
    expect(isOfData(told(refused, '22008'))).toBe(true)
    expect(isOfData(told(refused, '55P03'))).toBe(false)
  })
})

test('an error that ends the connection is none of its statement, whatever its code', () => {
  expect(isRefusal(told('FATAL', '40001'))).toBe(false)
  expect(isRefusal(told('PANIC', '53100'))).toBe(false)
})

test.each([
  ['of a socket', Object.assign(new Error('read'), { code: 'ECONNRESET' })],
  ['of the pool', new Error('timeout exceeded when trying to connect')],
  ['of a server that takes no writes', told('ERROR', '25006')],
  [
    'of a session with an outdated statement',
    Object.assign(told('ERROR', '0A000'), { routine: 'RevalidateCachedQuery' }),
  ],
])('an error %s is no refusal', (_what, error) => {
  expect(isRefusal(error)).toBe(false)
})
