import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import charsetConvert from './charset-convert.ts'
import punycode from './punycode.ts'

const bad = (message: string) => ({ code: 'bad_input', message: expect.stringContaining(message) })

describe('charset-convert', () => {
  const RUSSIAN = 'Все люди рождаются свободными и равными в своем достоинстве и правах.'
  /** Made with the codecs of Python. */
  test.each([
    [
      'windows-1251',
      'wvHlIOv+5Ogg8O7m5OD+8vH/IPHi7uHu5O377Ogg6CDw4OLt++zoIOIg8eLu5ewg5O7x8u7o7fHy4uUg6CDv' +
        '8ODi4PUu',
      RUSSIAN,
    ],
    [
      'koi8-r',
      '99PFIMzAxMkg0s/WxMHA1NPRINPXz8LPxM7ZzckgySDSwdfO2c3JINcg09fPxc0gxM/T1M/JztPU18UgySDQ' +
        '0sHXwcgu',
      RUSSIAN,
    ],
    [
      'shift_jis',
      'k/qWe4zqgsyVto/NgvCUu5LogreC6YK9gt+CzJfhlbaCxYK3gUI=',
      '日本語の文章を判定するための例文です。',
    ],
    [
      'gb18030',
      'yMvIy8n6tvjX1NPJo6zU2tfw0c+6zciowPvJz9K7wsnGvbXIoaM=',
      '人人生而自由，在尊严和权利上一律平等。',
    ],
    [
      'euc-kr',
      'uPC15yDAzrCjwLogxcK+7rOvILanus7FzSDA2sCvt86/7Ljn',
      '모든 인간은 태어날 때부터 자유로우며',
    ],
    ['iso-2022-jp', 'GyRCRnxLXDhsJE5KOD5PJEckOSEjGyhC', '日本語の文章です。'],
    [
      'windows-1252',
      'Vm9peCBhbWJpZ3XrIGSSdW4gY5x1ciBxdWkgYXUgeulwaHlyIHBy6WbocmUgbGVzIGphdHRlcyBkZSBraXdpcw==',
      'Voix ambiguë d’un cœur qui au zéphyr préfère les jattes de kiwis',
    ],
    ['utf-16le', 'EgRBBDUEIAA7BE4ENAQ4BCAAQAQ+BDYENAQwBE4EQgRBBE8E', 'Все люди рождаются'],
    ['utf-16be', 'AGgAZQBsAGwAbwAgAHcAbwByAGwAZA==', 'hello world'],
  ])('detects %s', async (charset, base64, text) => {
    const answer = await runExample(charsetConvert, { base64 })
    expect(answer).toMatchObject({ charset, text, hadBom: false })
  })

  test.each([
    ['77u/aMOp', 'hé', 'utf-8'],
    ['//5oAOkA', 'hé', 'utf-16le'],
    ['/v8AaADp', 'hé', 'utf-16be'],
    ['//4AAGgAAAAA9gEA', 'h😀', 'utf-32le'],
    ['AAD+/wAAAGgAAfYA', 'h😀', 'utf-32be'],
  ])('byte-order mark of %s', async (base64, text, charset) => {
    const expected = { text, charset, confidence: 1, hadBom: true }
    expect(await runExample(charsetConvert, { base64 })).toEqual(expected)
    expect(await runExample(charsetConvert, { base64, from: charset })).toEqual(expected)
  })

  test('a named set is used, and invalid bytes become visible', async () => {
    const answer = await runExample(charsetConvert, { base64: 'Y2Fm6Q==', from: 'UTF-8' })
    expect(answer).toEqual({ text: 'caf\ufffd', charset: 'utf-8', confidence: 0, hadBom: false })
    const latin = await runExample(charsetConvert, { base64: 'gJk=', from: 'latin1' })
    expect(latin).toMatchObject({ text: '€™', charset: 'windows-1252', confidence: 1 })
  })

  test.each([
    ['cafÃ© â€“ â‚¬5 and ça', 'café – €5 and ça'],
    ['ÃƒÂ©', 'é'],
    ['ðŸ˜€', '😀'],
    ['naïve Ã Bord', 'naïve Ã Bord'],
    ['', ''],
  ])('mends %j', async (broken, text) => {
    const base64 = Buffer.from(broken).toString('base64')
    expect((await runExample(charsetConvert, { base64, fixMojibake: true })).text).toBe(text)
  })

  test.each(['ebcdic', '', 'replacement', '__proto__'])('refuses the set %j', async (from) => {
    const input = { base64: 'YQ==', from }
    await expect(runExample(charsetConvert, input)).rejects.toMatchObject(bad('from: must be auto'))
  })
})

describe('punycode', () => {
  test.each([
    ['FAß.de', 'xn--fa-hia.de', 'faß.de', true, false],
    ['пример。испытание', 'xn--e1afmkfd.xn--80akhbyknj4f', 'пример.испытание', true, false],
    ['日本語とカナ.jp', 'xn--o9j6gpdp58vzlbtz6h.jp', '日本語とカナ.jp', true, false],
    ['example.com.', 'example.com.', 'example.com.', true, false],
    ['xn--0.pt', 'xn--0.pt', 'xn--0.pt', false, false],
    ['-a.com', '-a.com', '-a.com', false, false],
    ['_dmarc.a.com', '_dmarc.a.com', '_dmarc.a.com', false, false],
    ['a..b', 'a..b', 'a..b', false, false],
    [`${'a'.repeat(64)}.com`, `${'a'.repeat(64)}.com`, `${'a'.repeat(64)}.com`, false, false],
    ['xn--iñvalid.com', '', '', false, false],
  ])('%s', async (domain, ascii, unicode, valid, mixedScripts) => {
    const answer = await runExample(punycode, { domain })
    expect(answer).toMatchObject({ ascii, unicode, valid, mixedScripts })
  })

  test('a name of look-alikes in one script is flagged', async () => {
    const answer = await runExample(punycode, { domain: 'xn--80ak6aa92e.com' })
    expect(answer).toMatchObject({ valid: true, mixedScripts: false, looksLike: 'apple.com' })
    expect(answer.labels).toMatchObject([{ scripts: ['Cyrillic'], looksLike: 'apple' }, {}])
  })

  test.each([
    [{ domain: 'https://a.com/' }, 'bare domain name'],
    [{ domain: 'a.com:80' }, 'bare domain name'],
    [{ domain: '%41.com' }, 'bare domain name'],
    [{ domain: '0x7f.1' }, 'not an address'],
    [{ domain: 'a|b', mode: 'toAscii' }, 'IDNA'],
    [{ domain: 'xn--0.pt', mode: 'toUnicode' }, 'IDNA'],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(punycode, input)).rejects.toMatchObject(bad(message))
  })
})
