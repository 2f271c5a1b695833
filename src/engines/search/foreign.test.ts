import { expect, test } from 'vitest'
import { readForeign } from './foreign.ts'
import { wordsOf, type Word } from './terms.ts'

const nothing = (): boolean => false
const englishOf = (text: string, isKnown: (word: Word) => boolean = nothing): string =>
  readForeign(text, isKnown)
    .words.map(({ folded }) => folded)
    .join(' ')

test.each([
  ['captura de pantalla de una página web', 'screenshot website'],
  ['convertir une adresse', 'convert address'],
  ['Wettervorhersage für morgen', 'weather forecast tomorrow'],
  ['redimensionar uma imagem', 'resize image'],
  ['scadenza del certificato', 'expire certificate'],
  ['прогноз погоды на завтра', 'forecast weather tomorrow'],
  ['تحويل عنوان إلى إحداثيات', 'convert address coordinate'],
  ['मौसम का पूर्वानुमान', 'weather forecast'],
  ['域名的所有者', 'domain owner'],
  ['ドメインの所有者を調べる', 'domain owner'],
  ['비밀번호 해시', 'password hash'],
])('%s is read as %s', (text, english) => {
  expect(englishOf(text)).toContain(english)
})

test('a word keeps its written form', () => {
  expect(readForeign('погоды', nothing).words[0]?.written).toBe('погоды')
})

test('a known word counts as English, unless the question is in another language', () => {
  const isKnown = ({ folded }: Word): boolean => folded === 'data'
  expect(englishOf('data', isKnown)).toBe('data')
  expect(englishOf('qual é a data', isKnown)).toContain('date')
})

test('words of languages outside the table stay as they are', () => {
  const text = 'zyx wvu'
  expect(readForeign(text, nothing).words).toEqual(wordsOf(text))
})
