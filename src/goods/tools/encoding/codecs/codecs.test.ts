import { assert, asyncProperty, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import base32 from './base32.ts'
import base64 from './base64.ts'
import hex from './hex.ts'
import htmlEntities from './html-entities.ts'
import urlCode from './url-code.ts'

const bad = (message: string) => ({ code: 'bad_input', message: expect.stringContaining(message) })

describe('base64', () => {
  test.each([
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg=='],
    ['fooba', 'Zm9vYmE='],
    ['foobar', 'Zm9vYmFy'],
  ])('RFC 4648: %j is %j', async (plain, encoded) => {
    expect((await runExample(base64, { text: plain })).text).toBe(encoded)
    const decoded = await runExample(base64, { text: encoded, mode: 'decode' })
    expect(decoded.text).toBe(plain)
  })

  test('bytes that are not text answer only hex', async () => {
    const answer = await runExample(base64, { text: ' _-8 ', mode: 'decode' })
    expect(answer).toEqual({ hex: 'ffef', bytes: 2, isText: false })
    const zero = await runExample(base64, { text: 'AA==', mode: 'decode' })
    expect(zero).toEqual({ text: '\0', hex: '00', bytes: 1, isText: false })
  })

  test.each([
    [{ text: 'a', mode: 'decode' }, 'text: must be whole base64'],
    [{ text: 'aGk==', mode: 'decode' }, 'text: must be whole base64'],
    [{ text: 'a=Gk', mode: 'decode' }, 'text: must be base64'],
    [{ text: '====', mode: 'decode' }, 'text: must be base64'],
    [{ text: 'aGkü', mode: 'decode' }, 'text: must be base64'],
    [{ text: 'fbf', inputEncoding: 'hex' }, 'text: must be hex digits in pairs'],
    [{ text: 'zz', inputEncoding: 'hex' }, 'text: must be hex digits'],
    [{ text: '€', inputEncoding: 'latin1' }, 'U+00FF'],
    [{ text: '\ud800' }, 'half of a surrogate pair'],
    [{ text: 'a'.repeat(2 ** 21 + 1) }, 'text: must be at most 2 MB'],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(base64, input)).rejects.toMatchObject(bad(message))
  })
})

describe('hex', () => {
  test.each([
    '68656c6c6f',
    '0x68656C6C6F',
    '68 65 6c\n6c 6f',
    '68:65:6c:6c:6f',
    '\\x68\\x65\\x6c\\x6c\\x6f',
    '0x68, 0x65, 0x6c, 0x6c, 0x6f',
    '6865 6c6c 6f',
  ])('reads %j', async (text) => {
    expect(await runExample(hex, { text, mode: 'decode' })).toEqual({ text: 'hello', bytes: 5 })
  })

  test('separators are written and read', async () => {
    const { text } = await runExample(hex, { text: 'hi', separator: '|' })
    expect(text).toBe('68|69')
    expect((await runExample(hex, { text, mode: 'decode', separator: '|' })).text).toBe('hi')
  })

  test('dumps like hexdump -Cv', async () => {
    const { dump } = await runExample(hex, { text: 'The quick brown\nfox\t€', mode: 'dump' })
    expect(dump).toBe(
      '00000000  54 68 65 20 71 75 69 63  6b 20 62 72 6f 77 6e 0a  |The quick brown.|\n' +
        '00000010  66 6f 78 09 e2 82 ac                              |fox....|\n00000017',
    )
    const binary = await runExample(hex, { text: 'ff00', mode: 'decode' })
    expect(binary.dump).toContain('00000000  ff 00  ')
    expect(binary.text).toBeUndefined()
    expect((await runExample(hex, { text: '', mode: 'dump' })).dump).toBe('')
  })

  test.each([
    [{ text: '6 8', mode: 'decode' }, '"6 8"'],
    [{ text: '686', mode: 'decode' }, '"686"'],
    [{ text: '68zz', mode: 'decode' }, '"68zz"'],
    [{ text: '68６9', mode: 'decode' }, 'hex digits'],
    [{ text: 'a', separator: '00', mode: 'decode' }, 'separator:'],
    [{ text: 'a', separator: '123456789' }, 'separator:'],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(hex, input)).rejects.toMatchObject(bad(message))
  })
})

describe('base32', () => {
  test.each([
    ['f', 'MY======', 'CO======'],
    ['fo', 'MZXQ====', 'CPNG===='],
    ['foo', 'MZXW6===', 'CPNMU==='],
    ['foob', 'MZXW6YQ=', 'CPNMUOG='],
    ['fooba', 'MZXW6YTB', 'CPNMUOJ1'],
    ['foobar', 'MZXW6YTBOI======', 'CPNMUOJ1E8======'],
  ])('RFC 4648: %s', async (plain, standard, extended) => {
    expect((await runExample(base32, { text: plain })).text).toBe(standard)
    expect((await runExample(base32, { text: plain, variant: 'hex' })).text).toBe(extended)
    const text = extended.toLowerCase().replaceAll('=', '')
    const decoded = await runExample(base32, { text, mode: 'decode', variant: 'hex' })
    expect(decoded.text).toBe(plain)
  })

  test.each([
    ['f0bfc7', '6n9hq'],
    ['d47a04', '4t7ye'],
  ])('z-base-32: %s is %s', async (plain, encoded) => {
    const input = { text: plain, inputEncoding: 'hex', variant: 'z' }
    expect((await runExample(base32, input)).text).toBe(encoded)
    const back = await runExample(base32, { text: encoded, mode: 'decode', variant: 'z' })
    expect(back.hex).toBe(plain)
  })

  test('Crockford reads look-alikes', async () => {
    const answer = await runExample(base32, {
      text: 'dIjp-rv3f',
      mode: 'decode',
      variant: 'crockford',
    })
    expect(answer.text).toBe('hello')
  })

  test.each([
    [{ text: 'A', mode: 'decode' }, 'cut short'],
    [{ text: 'MZ', mode: 'decode' }, 'stray bits'],
    [{ text: 'M=Y', mode: 'decode' }, '`=` only at its end'],
    [{ text: 'M1', mode: 'decode' }, '"1"'],
    [{ text: 'ßs', mode: 'decode' }, '"ß"'],
    [{ text: 'Ł0', mode: 'decode', variant: 'hex' }, '"Ł"'],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(base32, input)).rejects.toMatchObject(bad(message))
  })
})

describe('url-code', () => {
  test.each([
    ['component', "-._~!*'()/?é", '-._~%21%2A%27%28%29%2F%3F%C3%A9'],
    ['uri', 'http://[::1]/a?b=c#ü %', 'http://[::1]/a?b=c#%C3%BC%20%25'],
    ['form', 'a+b c&=~*', 'a%2Bb+c%26%3D%7E*'],
  ])('%s: %j', async (scope, plain, encoded) => {
    expect((await runExample(urlCode, { text: plain, scope })).text).toBe(encoded)
    const back = await runExample(urlCode, { text: encoded, scope, mode: 'decode' })
    expect(back).toEqual({ text: plain, changed: true })
  })

  test.each([
    [{ text: '100%', mode: 'decode' }, 'position 3'],
    [{ text: '%u0041', mode: 'decode' }, '"%u0"'],
    [{ text: '%FF', mode: 'decode' }, 'UTF-8'],
    [{ text: '\udc00' }, 'half of a surrogate pair'],
  ])('refuses %j', async (input, message) => {
    await expect(runExample(urlCode, input)).rejects.toMatchObject(bad(message))
  })
})

describe('html-entities', () => {
  test.each([
    ['&lt;&#60;&#x3C;&LT', '<<<<', 4],
    ['&notin; &notit; &bogus; & &;', '∉ ¬it; &bogus; & &;', 2],
    ['&#0;&#x110000;&#128;&amp;lt;', '\ufffd\ufffd€&lt;', 4],
    [`&#${'9'.repeat(40)};`, '\ufffd', 1],
  ])('resolves %j', async (text, plain, count) => {
    expect(await runExample(htmlEntities, { text, mode: 'decode' })).toEqual({ text: plain, count })
  })

  test.each(['basic', 'nonAscii', 'all'])(
    '%s is escaped and resolved back',
    { tags: 'long' },
    async (level) => {
      await assert(
        asyncProperty(string({ unit: 'binary' }), async (plain) => {
          const { text } = await runExample(htmlEntities, { text: plain, level })
          const back = await runExample(htmlEntities, { text, mode: 'decode' })
          expect(back.text).toBe(plain)
        }),
      )
      const controls = await runExample(htmlEntities, { text: '\u0080\u009f', level })
      expect(controls).toEqual({ text: '\u0080\u009f', count: 0 })
    },
  )

  test('`all` uses every entity that has a name', async () => {
    const answer = await runExample(htmlEntities, { text: "a#'é", level: 'all' })
    expect(answer).toEqual({ text: 'a&num;&apos;&eacute;', count: 3 })
  })
})
