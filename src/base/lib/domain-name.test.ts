import { describe, expect, test } from 'vitest'
import { domainName, hostNameOf, registrable } from './domain-name.ts'

const LABEL_64 = 'a'.repeat(64)

describe('a domain name', () => {
  test.each([
    ['example.com', 'example.com'],
    [' Example.COM. ', 'example.com'],
    ['MÜNCHEN.de', 'xn--mnchen-3ya.de'],
    ['_dmarc.example.com', '_dmarc.example.com'],
  ])('%j is %s', (text, name) => expect(domainName().parse(text)).toBe(name))

  test.each([
    '',
    'localhost',
    '.com',
    'a..com',
    '127.0.0.1',
    'http://example.com',
    'a@example.com',
    'a b.com',
    `${LABEL_64}.com`,
    '\u202eabc.com',
    'a\0.com',
    '%61.com',
  ])('%j is not a domain name', (text) => expect(domainName().safeParse(text).success).toBe(false))
})

test.each([
  ['localhost', 'localhost'],
  ['com.', 'com'],
  ['\u202eabc', null],
  ['.com', null],
  ['', null],
])('the host name of %j is %j', (text, name) => expect(hostNameOf(text)).toBe(name))

describe('the registrable domain', () => {
  test.each([
    ['a.b.example.co.uk', 'example.co.uk'],
    ['https://www.example.com/x', 'example.com'],
  ])('of %s is %s', (text, name) => expect(registrable().parse(text)).toBe(name))

  test.each(['com', 'co.uk', 'localhost', '127.0.0.1', '../../etc/passwd', 'a\r\nb.com'])(
    'of %j does not exist',
    (text) => expect(registrable().safeParse(text).success).toBe(false),
  )
})
