import { expect, test } from 'vitest'
import { expectDelivered, firstOf, type Given } from './history.ts'

const event = (place: number, id = `usr_${place}`): Given => ({ cursor: `0dead0:${place}`, id })

const log = [1, 2, 3, 10].map((place) => event(place))
const acknowledged = ['usr_2', 'usr_10']

test('a history in which every reader was given the log is accepted, also with changes that nobody was told of', () => {
  expect(() => expectDelivered({ acknowledged, log, readers: { one: { given: log } } })).not.toThrow()
})

test.each<[what: string, given: Given[]]>([
  ['missed an event', log.toSpliced(1, 1)],
  ['missed the last event', log.slice(0, -1)],
  ['was given an event twice', [...log, log[3]!]],
  ['was given events in another order', log.toReversed()],
  ['was given an event that nobody committed', [...log, event(11)]],
  ['was given an event at another place', log.with(3, event(9, 'usr_10'))],
])('a reader that %s is found out', (_, given) => {
  expect(() => expectDelivered({ acknowledged, log, readers: { good: { given: log }, bad: { given } } })).toThrow('bad')
})

test.each<[what: string, log: Given[], complaint: string]>([
  ['lacks what was acknowledged', log.slice(0, -1), 'acknowledged'],
  ['has a record twice', [...log, event(11, 'usr_1')], 'records'],
  ['has a place twice', [...log, event(10, 'usr_11')], 'places'],
  ['has a place that is no later than the one before it', [...log, event(9)], 'places'],
])('a log that %s is found out', (_, wrong, complaint) => {
  expect(() => expectDelivered({ acknowledged, log: wrong, readers: {} })).toThrow(complaint)
})

test('of what came again only the first time counts', () => {
  expect(firstOf([log[0]!, log[1]!, log[0]!, log[2]!, log[1]!, log[3]!])).toEqual(log)
})
