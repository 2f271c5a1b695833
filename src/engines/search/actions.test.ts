import { expect, test } from 'vitest'
import { actionIn, actionsOf } from './actions.ts'
import { termOf } from './terms.ts'

test.each([
  ['send an email', 'send'],
  ['Could you please book a table for two', 'book'],
  ['how do I buy stamps', 'buy'],
  ['post to the channel', 'post'],
])('%j asks to %s', (question, verb) => {
  expect(actionIn(question)).toEqual({ term: termOf(verb) })
})

test.each(['what is on my phone', 'turn off the lights', 'read my emails'])(
  '%j asks for an action that no tool can do',
  (question) => {
    expect(actionIn(question)).toEqual({ term: null })
  },
)

test.each([
  'book by its ISBN',
  'post office opening hours',
  'is my phone number valid',
  'who sends mail for a domain',
  'turn a picture into text',
  '',
])('%j asks for no action', (question) => {
  expect(actionIn(question)).toBeNull()
})

test('the actions of a document are those of its questions and of the end of its name', () => {
  expect(actionsOf('contract-call', ['send a note to a friend', 'note to self'])).toEqual(
    new Set(['send', 'call'].map(termOf)),
  )
  expect(actionsOf('bsky-posts', [])).toEqual(new Set())
})
