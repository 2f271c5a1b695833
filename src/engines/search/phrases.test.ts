import { expect, test } from 'vitest'
import { phrasesIn } from './phrases.ts'
import { wordsOf } from './terms.ts'

const meaningsOf = (text: string): readonly string[] =>
  phrasesIn(wordsOf(text)).flatMap(({ meaning }) => meaning)

test.each([
  ['latest headlines', 'latest'],
  ['lat long of an address', 'geocod'],
  ['take a picture of a website', 'screenshot'],
  ['check if a website is up', 'statu'],
  ['who owns this domain', 'whoi'],
  ['read the text of a web page', 'extract'],
])('%s means %s', (phrase, term) => {
  expect(meaningsOf(phrase)).toContain(term)
})

test('the words of a phrase match in order, with at most a few other words between them', () => {
  expect(meaningsOf('picture very nice of website')).not.toContain('screenshot')
  expect(meaningsOf('take one quick picture website')).toContain('screenshot')
  expect(meaningsOf('take one very big quick old picture website')).not.toContain('screenshot')
})

test('an exact form in a phrase matches no other form of the word', () => {
  expect(meaningsOf('save many keys')).toContain('write')
  expect(meaningsOf('saved many keys')).not.toContain('write')
})
