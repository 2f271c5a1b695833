/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import dateExtract from './date-extract.ts'
import profanityCheck from './profanity-check.ts'
import regexCheck from './regex-check.ts'
import spellCheck from './spell-check.ts'
import unicodeInspect from './unicode-inspect.ts'

const AT = { referenceIso: '2026-01-01T00:00:00Z' }

const datesOf = async (text: string, input: object = {}) => {
  const { dates } = await runExample(dateExtract, { text, ...AT, ...input })
  return (dates as readonly { startIso: string; endIso: string | null; certain: boolean }[]).map(
    ({ startIso, endIso, certain }) => [startIso, endIso, certain],
  )
}

describe('date-extract', () => {
  test.each([
    ['tomorrow at noon', {}, ['2026-01-02T12:00:00Z', null, true]],
    ['on 3/4/2026', { locale: 'en' }, ['2026-03-04', null, true]],
    ['on 3/4/2026', { locale: 'en-GB' }, ['2026-04-03', null, true]],
    ['am 5. März 2026 um 14 Uhr', { locale: 'de' }, ['2026-03-05T14:00:00Z', null, true]],
    ['le 14 juillet 2026', { locale: 'fr' }, ['2026-07-14', null, true]],
    ['el 2 de mayo de 2026', { locale: 'es' }, ['2026-05-02', null, true]],
    ['2026年5月2日', { locale: 'ja' }, ['2026-05-02', null, true]],
    ['on Friday', {}, ['2026-01-02', null, false]],
    ['15 July 2026 at 3pm EST', {}, ['2026-07-15T15:00:00-05:00', null, true]],
    ['10 to 12 June 2026', {}, ['2026-06-10', '2026-06-12', true]],
  ])('%s as %j', async (text, input, expected) => {
    expect(await datesOf(text, input)).toEqual([expected])
  })

  test('times in a zone follow its clock changes', async () => {
    const text = '1 March 2026 at 9am, then 1 July 2026 at 9am'
    const found = await datesOf(text, { tz: 'America/New_York' })
    expect(found.map(([start]) => start)).toEqual([
      '2026-03-01T09:00:00-05:00',
      '2026-07-01T09:00:00-04:00',
    ])
  })

  test('positions count from the start of the text, also far into it', async () => {
    const text = `${'No news here. '.repeat(1_000)}Due 4 May 2026.`
    const { dates } = await runExample(dateExtract, { text, ...AT })
    const [found] = dates as readonly { index: number; text: string }[]
    expect(text.slice(found?.index).startsWith(found?.text ?? '-')).toBe(true)
  })
})

describe('profanity-check', () => {
  test.each(['Scunthorpe', 'a class of assassins', 'hello from the shell', 'cockpit and peacock'])(
    '%s is clean',
    async (text) => {
      expect(await runExample(profanityCheck, { text })).toMatchObject({ found: false })
    },
  )

  test.each([
    ['sh1t', 'shit'],
    ['fuuuuck', 'fuck'],
    ['f.u.c.k', 'fuck'],
    ['ｓｈｉｔ', 'shit'],
    ['Damn', 'damn'],
  ])('%s is %s', async (text, term) => {
    const { matches } = await runExample(profanityCheck, { text: `oh ${text}!` })
    expect(matches).toMatchObject([{ term, start: 3 }])
  })

  test('a longer mask replaces the whole word', async () => {
    const { censored } = await runExample(profanityCheck, { text: 'what a shit', mask: '[beep]' })
    expect(censored).toBe('what a [beep]')
  })
})

describe('spell-check', () => {
  const misspelledIn = async (text: string, input: object = {}) => {
    const { misspelled } = await runExample(spellCheck, { text, ...input })
    return (misspelled as readonly { word: string }[]).map(({ word }) => word)
  }

  test('dialects differ', async () => {
    const text = 'The colour of the center'
    expect(await misspelledIn(text)).toEqual(['colour'])
    expect(await misspelledIn(text, { dialect: 'en-GB' })).toEqual(['center'])
    const both = 'organize organise organizations sized'
    expect(await misspelledIn(both, { dialect: 'en-GB' })).toEqual([])
  })

  test('text that is not a word is skipped', async () => {
    const text = "NASA's HTML5 xkcd.com a@bbbq.org fooBar don’t it's /usr/lcl file.txtt"
    expect(await misspelledIn(text)).toEqual([])
  })

  test('words that the caller accepts are right', async () => {
    expect(await misspelledIn('Farebox sells toolz', { ignore: ['farebox'] })).toEqual(['toolz'])
  })

  test('names of JavaScript members are words', async () => {
    expect(await misspelledIn('constructor tostring')).toEqual(['tostring'])
  })

  test('swapped letters are corrected', async () => {
    const { corrected } = await runExample(spellCheck, { text: 'Teh freind adn I form teh USA' })
    expect(corrected).toBe('The friend and I form the USA')
  })
})

describe('unicode-inspect', () => {
  const inspected = async (text: string, input: object = {}) =>
    runExample(unicodeInspect, { text, ...input })

  test.each([
    ['раypal', true],
    ['ｐａｙ', true],
    ['сор', true],
    ['paypal', false],
    ['привет', false],
    ['日本語テキスト', false],
    ['naïve café', false],
    ['Москва and Moscow', false],
  ])('%s is confusable: %s', async (text, confusable) => {
    expect((await inspected(text))['confusable']).toBe(confusable)
  })

  test.each([
    ['\n', 'LINE FEED', 'Cc'],
    ['각', 'HANGUL SYLLABLE GAG', 'Lo'],
    ['漢', 'CJK UNIFIED IDEOGRAPH-6F22', 'Lo'],
    ['\ue000', '<private-use-E000>', 'Co'],
    ['\u{1f600}', 'GRINNING FACE', 'So'],
  ])('the name of %j is %s', async (text, name, category) => {
    expect((await inspected(text))['characters']).toMatchObject([{ name, category }])
  })

  test('hidden characters are counted', async () => {
    const answer = await inspected('a\u200bb\u202ec')
    expect(answer).toMatchObject({ bidiControls: 1, invisible: 2 })
  })

  test('the answered text is in the normal form', async () => {
    expect((await inspected('é', { normalize: 'NFD' }))['text']).toBe('e\u0301')
  })

  test('texts that look the same have the same skeleton', async () => {
    const [one, other] = await Promise.all(['ΡayΡal', 'PayPal'].map((text) => inspected(text)))
    expect(one?.['skeleton']).toBe(other?.['skeleton'])
  })
})

describe('regex-check', () => {
  test.each([
    ['^[a-z]+$', 'safe'],
    ['(a|a)*b', 'vulnerable'],
    ['(\\d+)+x', 'vulnerable'],
    ['^(?:[^"]|"")*$', 'safe'],
  ])('%s is %s', async (pattern, redos) => {
    expect((await runExample(regexCheck, { pattern }))['redos']).toBe(redos)
  })

  test('an unsafe pattern is not run as it is', async () => {
    const input = { pattern: '(?=a)(a+)+$', shouldMatch: [`${'a'.repeat(60)}!`] }
    const { failures, redos } = await runExample(regexCheck, input)
    expect(redos).toBe('vulnerable')
    expect(failures).toMatchObject([{ reason: expect.stringContaining('not tried') }])
  })

  test('each part is explained, with groups and their names', async () => {
    const pattern = String.raw`^(?<year>\d{4})-(?:0[1-9]|1[0-2])\b.*?é+$`
    const { explanation } = await runExample(regexCheck, { pattern })
    expect(explanation).toEqual([
      '^  the start of the text or, with flag m, of a line',
      '(?<year>  a captured group named year',
      String.raw`  \d{4}  a digit, exactly 4 times`,
      ')  end of the group',
      '-  the text "-"',
      '(?:  a group that is not captured',
      '  0  the text "0"',
      '  [1-9]  one of 1-9',
      '  |  or',
      '  1  the text "1"',
      '  [0-2]  one of 0-2',
      ')  end of the group',
      String.raw`\b  the edge of a word`,
      '.*?  any character, except, without flag s, a line end, any number of times, as few as possible',
      'é+  the text "é", once or more',
      '$  the end of the text or, with flag m, of a line',
    ])
  })
})
