import { describe, expect, test } from 'vitest'
import { kindsOf } from './literals.ts'
import { nameOf, termOf, termsOf, wordsOf } from './terms.ts'
import { synonymsOf } from './thesaurus.ts'

describe('terms', () => {
  test.each([
    ['Converts currencies', ['convert', 'currenc']],
    ['jwt-decode', ['jwtdecod', 'jwt', 'decod']],
    ['parseJSONData', ['parsejsondata', 'pars', 'json', 'data']],
    ['SHA-256', ['sha256', 'sha', '256']],
    ['sha256', ['sha256', 'sha', '256']],
    ['IPv4 addresses', ['ipv4', 'ipv', '4', 'address']],
    ['the URLs of a page', ['url', 'page']],
    ["what's a user’s id", ['user', 'id']],
    ['ＤＮＳ ①', ['dn', '1']],
    ['Zürich Ångström', ['zurich', 'angstrom']],
    ['İstanbul', ['istanbul']],
    ['天気予報', ['天気', '気予', '予報']],
    ['JSON変換', ['json', '変換']],
    ['がか', ['がか']],
    ['환율', ['환율']],
    ['', []],
    ['?!. --- …', []],
    ['\uD800 \uDFFF', []],
    ['x'.repeat(65), []],
  ])('%j', (text, terms) => {
    expect(termsOf(text)).toEqual(terms)
  })

  test('a word keeps its written form', () => {
    expect(wordsOf('Zürich jwt-Decode').map((word) => word.written)).toEqual([
      'Zürich',
      'jwt-Decode',
    ])
  })

  test('names are compared without marks, case and spaces', () => {
    expect(new Set(['jwt-decode', 'JWT decode', 'jwtDecode', 'jwt_decode'].map(nameOf)).size).toBe(
      1,
    )
    expect(nameOf('timezone-at')).not.toBe(nameOf('timezone'))
  })

  test('folded text is in composed form, so that stems and pairs agree', () => {
    for (const text of ['é', 'が', '가', 'ﬁle'])
      expect(termsOf(text)).toEqual(termsOf(text.normalize('NFD')))
  })
})

describe('synonyms', () => {
  test('of equal words hold in both directions, and hints in one', () => {
    expect(synonymsOf(termOf('picture'))).toContain(termOf('image'))
    expect(synonymsOf(termOf('image'))).toContain(termOf('picture'))
    expect(synonymsOf(termOf('unzip'))).toContain('zip')
    expect(synonymsOf('zip')).not.toContain(termOf('unzip'))
  })

  test('do not include members that every object inherits', () => {
    for (const word of ['constructor', '__proto__', 'toString'])
      expect(Array.isArray(synonymsOf(word))).toBe(true)
  })
})

test.each([
  ['8.8.8.8', 'ip'],
  ['2001:db8::1', 'ip'],
  ['fe80:0:0:0:0:0:0:1', 'ip'],
  ['2001:db8::/32', 'cidr'],
  ['10.0.0.0/8', 'cidr'],
  ['https://example.com/a?b=c', 'url'],
  ['stripe.com,', 'domain'],
  ['(a@example.com)', 'email'],
  ['2026-01-01T00:00:00Z', 'date'],
  ['eyJhbGciOiJIUzI1NiJ9.e30.c2ln', 'jwt'],
])('%s is read as a pasted value', (chunk, kind) => {
  expect(kindsOf(chunk)).toContain(kind)
})

test.each([
  'word',
  'robots.txt',
  'node.js',
  '3.5',
  'a:b',
  '12:30',
  '12:30:45',
  'a::b:c::g',
  ':',
  '',
  '"'.repeat(2048),
])('%s is read as a word', (chunk) => {
  expect(kindsOf(chunk)).toEqual([])
})
