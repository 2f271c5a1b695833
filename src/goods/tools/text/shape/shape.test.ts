import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import caseConvert from './case-convert.ts'
import lines from './lines.ts'
import slugify from './slugify.ts'
import stringEscape from './string-escape.ts'
import templateRender from './template-render.ts'
import truncate from './truncate.ts'
import whitespaceClean from './whitespace-clean.ts'
import wordWrap from './word-wrap.ts'

describe('case-convert', () => {
  test.each([
    ['XMLHttpRequest', 'kebab', 'xml-http-request'],
    ["don't stop", 'camel', 'dontStop'],
    ['user_id2 name', 'pascal', 'UserId2Name'],
    ['one two\nthree four', 'snake', 'one_two\nthree_four'],
    ['élan vital', 'constant', 'ÉLAN_VITAL'],
    ['HELLO WORLD. HOW ARE YOU?', 'sentence', 'Hello world. How are you?'],
    ['the NASA launch of an iPhone', 'title', 'The NASA Launch of an iPhone'],
    ['getUserName', 'title', 'Get User Name'],
    ['Straße', 'upper', 'STRASSE'],
  ])('%s in %s', async (text, to, expected) => {
    expect((await runExample(caseConvert, { text, to }))['text']).toBe(expected)
  })

  test('a text without letters is refused', async () => {
    await expect(runExample(caseConvert, { text: '--', to: 'camel' })).rejects.toThrow(/^text: /)
  })
})

describe('slugify', () => {
  test('a slug ends with a whole word within its length', async () => {
    const { slug } = await runExample(slugify, {
      text: 'one two three',
      maxLength: 9,
    })
    expect(slug).toBe('one-two')
  })

  test('a number fits within the length', async () => {
    const taken = ['abcde', 'abc-2']
    const { slug } = await runExample(slugify, {
      text: 'abcdefgh',
      maxLength: 5,
      taken,
    })
    expect(slug).toBe('abc-3')
  })

  test.each([{ text: '!!!' }, { text: 'a', separator: 'x' }, { text: 'a', maxLength: 0 }])(
    '%j is refused',
    async (input) => {
      await expect(runExample(slugify, input)).rejects.toThrow(/^(text|separator|maxLength): /)
    },
  )
})

describe('truncate', () => {
  test.each([
    [{ text: '👩‍👩‍👧 family', limit: 4 }, '👩‍👩‍👧...'],
    [{ text: 'héllo', limit: 5, unit: 'bytes', suffix: '' }, 'héll'],
    [{ text: 'a b c d', limit: 2, unit: 'words', keep: 'end' }, '...c d'],
    [{ text: 'One. Dr. Two came. Three.', limit: 2, unit: 'sentences' }, 'One. Dr. Two came....'],
    [{ text: 'short', limit: 5 }, 'short'],
  ])('%j', async (input, expected) => {
    expect((await runExample(truncate, input))['text']).toBe(expected)
  })

  test.each(['start', 'end', 'both'])('tokens stay within the limit, keep %s', async (keep) => {
    const text = 'Ein 漢字 und 😀 mit vielen Wörtern. '.repeat(30)
    const limit = 40
    const cut = await runExample(truncate, {
      text,
      limit,
      unit: 'tokens',
      keep,
    })
    expect(cut['kept']).toBeLessThanOrEqual(limit - 1)
    expect(cut['text']).not.toContain('\ufffd')
  })

  test('a suffix that does not fit is refused', async () => {
    await expect(runExample(truncate, { text: 'abcdef', limit: 2 })).rejects.toThrow(/^suffix: /)
  })
})

describe('word-wrap', () => {
  test('wide characters take two columns, and a long word is broken', async () => {
    const { text } = await runExample(wordWrap, {
      text: '漢字漢字漢字 abcdefghijklm',
      width: 10,
    })
    expect(text).toBe('漢字漢字漢\n字\nabcdefghij\nklm')
  })

  test('an indent that leaves no room is refused', async () => {
    const input = { text: 'a', width: 10, indent: '          ' }
    await expect(runExample(wordWrap, input)).rejects.toThrow(/^indent: /)
  })
})

describe('lines', () => {
  test('a shuffle is the same each time, and differs for another seed', async () => {
    const text = Array.from({ length: 40 }, (_, at) => String(at)).join('\n')
    const shuffled = async (seed: string) =>
      (await runExample(lines, { text, sort: 'shuffle', seed }))['text']
    expect(await shuffled('a')).toBe(await shuffled('a'))
    expect(await shuffled('a')).not.toBe(await shuffled('b'))
  })

  test('a pattern that needs more than linear time is refused with its field', async () => {
    await expect(runExample(lines, { text: 'a', match: '(?=a)' })).rejects.toThrow(/^match: /)
  })
})

describe('whitespace-clean', () => {
  const cleaned = async (text: string, more = {}) =>
    (await runExample(whitespaceClean, { text, ...more }))['text']

  const JOINED = ['👩‍👩‍👧', 'می‌خواهم', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️‍🔥']
  test.each(JOINED)('joiners of %s stay', async (text) => {
    expect(await cleaned(text)).toBe(text)
  })

  test('joiners inside Latin words and hidden tags are removed', async () => {
    expect(await cleaned('pay\u200dpal x\u{e0041}\u{e0042}')).toBe('paypal x')
  })

  test('quotes become curly by their position', async () => {
    const text = `"It's" ('so') '90s`
    expect(await cleaned(text, { quotes: 'curly' })).toBe('“It’s” (‘so’) ’90s')
  })

  test('tabs become spaces up to the next tab stop', async () => {
    expect(await cleaned('a\tb', { tabs: 'spaces' })).toBe('a b')
    expect(await cleaned('\ta', { tabs: 'spaces' })).toBe('    a')
  })
})

const ALL = 'it\'s "a" \\ b\n\t<i>&amp; $1 `x` {y} #1 50% a_b ~ ^ | 1. 漢😀'

describe('string-escape', () => {
  test.each([
    'json',
    'javascript',
    'html',
    'regex',
    'shell',
    'sql',
    'csv',
    'python',
    'c',
    'latex',
    'markdown',
  ])('text escaped for %s is unescaped again', async (format) => {
    const { text } = await runExample(stringEscape, { text: ALL, format })
    const back = await runExample(stringEscape, {
      text,
      format,
      mode: 'unescape',
    })
    expect(back['text']).toBe(ALL)
  })

  test.each([
    ['json', '\\x41'],
    ['json', 'a"b'],
    ['python', '\\q'],
    ['javascript', '\\u{110000}'],
    ['c', '\\'],
    ['shell', "'open"],
    ['shell', '$(id)'],
    ['csv', 'a"b'],
    ['sql', "it's"],
  ])('%s refuses %s', async (format, text) => {
    const input = { text, format, mode: 'unescape' }
    await expect(runExample(stringEscape, input)).rejects.toThrow(/^text: /)
  })
})

interface Case {
  readonly name: string
  readonly data: unknown
  readonly template: string
  readonly partials?: Readonly<Record<string, string>>
  readonly expected: string
}

const suite = JSON.parse(
  readFileSync(
    new URL('../../../../../test/fixtures/suites/mustache.json', import.meta.url),
    'utf8',
  ),
) as Readonly<Record<string, readonly Case[]>>

describe('template-render', () => {
  describe.each(Object.entries(suite))('the public suite, %s', (_name, cases) => {
    const withObjects = cases.filter(({ data }) => typeof data === 'object' && !Array.isArray(data))
    test.each(withObjects.map((one) => [one.name, one] as const))('%s', async (_what, one) => {
      const { data, template, partials = {}, expected } = one
      const input = { data, template, partials, strict: false }
      expect((await runExample(templateRender, input))['text']).toBe(expected)
    })
  })

  test('a missing name is refused, or reported', async () => {
    const input = {
      template: '{{a.b}} {{constructor}} {{toString}}',
      data: { a: {} },
    }
    await expect(runExample(templateRender, input)).rejects.toThrow(
      /^data: must have a value for a\.b/,
    )
    expect(await runExample(templateRender, { ...input, strict: false })).toMatchObject({
      text: '  ',
      missing: ['a.b', 'constructor', 'toString'],
    })
  })

  test.each(['{{#x}}some{{/x}}{{^x}}none{{/x}}', '{{^x}}none{{/x}}{{#x}}some{{/x}}'])(
    'a section beside its inverted one may be missing: %s',
    async (template) => {
      const told = await runExample(templateRender, { template, data: {} })
      expect(told).toMatchObject({ text: 'none', missing: [] })
      const plain = runExample(templateRender, {
        template: `${template}{{x}}`,
        data: {},
      })
      await expect(plain).rejects.toThrow(/must have a value for x/)
      const alone = runExample(templateRender, {
        template: '{{#x}}some{{/x}}',
        data: {},
      })
      await expect(alone).rejects.toThrow(/must have a value for x/)
    },
  )

  test('an inverted section stands for what is missing, also if all must be there', async () => {
    const template = '[{{^x}}none{{/x}}]'
    expect(await runExample(templateRender, { template, data: {} })).toMatchObject({
      text: '[none]',
    })
    const more = runExample(templateRender, {
      template: '{{^x}}{{y}}{{/x}}',
      data: {},
    })
    await expect(more).rejects.toThrow(/must have a value for y/)
  })

  test.each([
    ['nested lists', `${'{{#a}}'.repeat(8)}x${'{{/a}}'.repeat(8)}`],
    ['too deep', `${'{{#a}}'.repeat(9)}x${'{{/a}}'.repeat(9)}`],
    ['open sections', '{{#a}}'],
    ['a partial of itself', '{{> p}}'],
  ])('%s end with a fault', async (_what, template) => {
    const data = { a: Array.from({ length: 20 }, () => ({})) }
    const partials = { p: '{{> p}}' }
    await expect(runExample(templateRender, { template, data, partials })).rejects.toThrow(
      /^(template|partials)/,
    )
  })
})
