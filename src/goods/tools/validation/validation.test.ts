import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../test/support/run-tool.ts'
import bankRouting from './finance-codes/bank-routing-validate.ts'
import bic from './finance-codes/bic-validate.ts'
import card from './finance-codes/card-validate.ts'
import currency from './finance-codes/currency-info.ts'
import iban from './finance-codes/iban-validate.ts'
import securities from './finance-codes/securities-id-validate.ts'
import taxId from './finance-codes/tax-id-validate.ts'
import barcode from './contact-products/barcode-validate.ts'
import phone from './contact-products/phone-format.ts'
import postal from './contact-products/postal-code-validate.ts'
import publication from './contact-products/publication-id-validate.ts'
import userAgent from './contact-products/user-agent.ts'
import vin from './contact-products/vin-validate.ts'
import semver from './data/semver.ts'
import urlParse from './web-color/url-parse.ts'

describe('codes of money', () => {
  test.each([
    ['ABCPE1234F', true, false],
    ['ABCCE1234F', false, true],
    ['ABCHE1234F', false, false],
  ])('the fourth letter of the PAN %s says who holds it', async (id, isIndividual, isCompany) => {
    const asked = { id, countryCode: 'IN', kind: 'pan' }
    expect(await runExample(taxId, asked)).toMatchObject({ valid: true, isIndividual, isCompany })
  })
  test('a sort code, a BSB, an IFSC and both forms of a Canadian number are read', async () => {
    const read = async (number: string, scheme: string) =>
      runExample(bankRouting, { number, scheme })
    expect(await read('200000', 'sort-code')).toMatchObject({ valid: true, formatted: '20-00-00' })
    expect(await read('062000', 'bsb')).toMatchObject({
      formatted: '062-000',
      region: 'New South Wales',
    })
    expect(await read('hdfc0000001', 'ifsc')).toMatchObject({ valid: true, bankPrefix: 'HDFC' })
    expect(await read('000100011', 'transit')).toMatchObject({ formatted: '00011-001' })
    expect(await read('00011-001', 'transit')).toMatchObject({ formatted: '00011-001' })
    expect(await read('021000022', 'aba')).toMatchObject({
      problems: ['the check digit must be 1'],
    })
  })

  test('a branch of eight letters is the head office', async () => {
    expect(await runExample(bic, { bic: 'deut de ff' })).toMatchObject({
      valid: true,
      branch: 'XXX',
    })
    expect(await runExample(bic, { bic: 'DEUTDEF' })).toMatchObject({ valid: false })
  })

  test('a card is valid until the end of its month', async () => {
    const at = async (moment: string) =>
      runExample(card, { number: '5555555555554444', expiry: '01/26' }, moment)
    expect(await at('2026-01-31T23:59:59Z')).toMatchObject({
      expiryValid: true,
      brand: 'mastercard',
    })
    expect(await at('2026-02-01T00:00:00Z')).toMatchObject({ expiryValid: false, valid: false })
    await expect(runExample(card, { number: '4x' })).rejects.toThrow(/^number: /)
    await expect(runExample(card, { number: '4111', expiry: 'soon' })).rejects.toThrow(/^expiry: /)
  })

  test.each([
    ['594918104', 'cusip'],
    ['BBG000BLNNH6', 'figi'],
    ['529900T8BM49AURSDO55', 'lei'],
    ['0263494', 'sedol'],
    ['DE0005140008', 'isin'],
    ['XS0203470157', 'isin'],
    ['514000', 'wkn'],
    ['CIK0000320193', 'cik'],
  ])('%s is a %s', async (id, kind) => {
    expect(await runExample(securities, { id })).toMatchObject({ valid: true, kind })
  })

  test.each(['2026-02-30', '1-2-3-4-5', 'colour', 'ABCDEF'])(
    '%s is no number of a security',
    async (id) => {
      expect(await runExample(securities, { id })).toMatchObject({ valid: false })
    },
  )

  test('currencies are found by number, by country, and in the past', async () => {
    const of = async (q: string) => runExample(currency, { q })
    expect(await of('978')).toMatchObject({ code: 'EUR', active: true })
    expect(await of('Bulgaria')).toMatchObject({ code: 'EUR' })
    expect(await of('HRK')).toMatchObject({ active: false, countries: [] })
    expect(await of('Curaçao')).toMatchObject({ code: 'XCG' })
    expect(await of('KWD')).toMatchObject({ minorDigits: 3, cashRounding: 0.001 })
    await expect(of('QQQ')).rejects.toThrow(/^q: /)
  })

  test('an IBAN of another length, and one without a country, are not valid', async () => {
    expect(await runExample(iban, { iban: 'DE8937040044053201300' })).toMatchObject({
      valid: false,
      problems: expect.arrayContaining([expect.stringContaining('22')]) as string[],
    })
    expect(await runExample(iban, { iban: 'US64SVBKUS6S3300958879' })).toMatchObject({
      valid: false,
    })
  })

  test('a country without rules is refused with those that have some', async () => {
    await expect(runExample(taxId, { id: '1', countryCode: 'QQ' })).rejects.toThrow(
      /^countryCode: must be one of AD, /,
    )
    await expect(runExample(taxId, { id: '1', countryCode: 'BR', kind: 'x' })).rejects.toThrow(
      /cpf/,
    )
  })
})

describe('products and publications', () => {
  test.each([
    ['0425261', undefined],
    ['04252614', 'upce'],
    ['73513537', 'ean8'],
    ['0317-8471', 'issn'],
    ['080442957X', 'isbn10'],
    ['9790260000438', 'ismn'],
    ['10614141000415', 'gtin14'],
    ['036000291452', 'upca'],
  ])('%s is %s', async (code, kind) => {
    const read = await runExample(barcode, { code })
    expect([read['kind'], read['valid']]).toEqual([kind, kind !== undefined])
  })

  test('a GS1 string reports the problem of each element', async () => {
    expect(await runExample(barcode, { code: '(01)09501101530004(17)261332' })).toMatchObject({
      valid: false,
      problems: ['(01): the check digit must be 3', '(17): must be a date as YYMMDD'],
    })
  })

  test.each([
    ['arXiv:2101.00001v2', 'arxiv', true],
    ['hep-th/9901001', 'arxiv', true],
    ['PMC1234567', 'pmcid', true],
    ['PMID: 12345678', 'pmid', true],
    ['0000-0002-1694-233X', 'orcid', true],
    ['0000-0002-1694-2331', 'orcid', false],
    ['0000 0001 2103 2683', 'isni', true],
    ['10.1002/(SICI)1097-0258', 'doi', true],
    ['2019ApJ...882L..24A', 'bibcode', true],
    ['hdl:2027/uc1.c2539945', 'handle', true],
    ['0317-8471', 'issn', true],
  ])('%s is %s', async (id, kind, valid) => {
    expect(await runExample(publication, { id })).toMatchObject({ kind, valid })
  })

  test('the years of a VIN are distinguished in North America by character 7', async () => {
    const at = '2026-01-01T00:00:00Z'
    expect(await runExample(vin, { vin: '5YJ3E1EA7KF317000' }, at)).toMatchObject({
      manufacturer: 'Tesla',
      modelYears: [2019],
      checkDigitRequired: true,
    })
    expect(await runExample(vin, { vin: 'WVWZZZ1JZ3W386752' }, at)).toMatchObject({
      valid: true,
      manufacturer: 'Volkswagen',
      country: 'Germany',
      modelYears: [2003],
    })
  })
})

describe('contacts and versions', () => {
  test('postal codes are written in the format of their country', async () => {
    const of = async (postcode: string, countryCode: string) =>
      runExample(postal, { postcode, countryCode })
    expect(await of('k1a0b1', 'CA')).toMatchObject({
      valid: true,
      normalized: 'K1A 0B1',
      region: 'K',
    })
    expect(await of('1011ab', 'nl')).toMatchObject({ valid: true, normalized: '1011 AB' })
    expect(await of('123', 'QQ')).toMatchObject({ valid: false, known: false })
  })

  test('numbers with an extension are read, and shapeless ones are refused', async () => {
    expect(await runExample(phone, { phone: '+1 213 373 4253 ext. 12' })).toMatchObject({
      valid: true,
      countryCode: 'US',
      extension: '12',
    })
    expect(await runExample(phone, { phone: 'call me' })).toMatchObject({ valid: false })
    await expect(runExample(phone, { phone: '1', countryCode: 'QQ' })).rejects.toThrow(
      /^countryCode: /,
    )
  })

  test('an address of RFC 3966 and the letters of keys are phone numbers', async () => {
    const of = async (text: string) => runExample(phone, { phone: text, countryCode: 'US' })
    for (const text of ['tel:+1-201-555-0123', 'tel:555-0123;phone-context=+1-201'])
      expect(await of(text)).toMatchObject({ valid: true, e164: '+12015550123' })
    expect(await of('tel:+1-201-555-0123;ext=55')).toMatchObject({ extension: '55' })
    expect(await of('1-800-FLOWERS')).toMatchObject({ e164: '+18003569377', kind: 'toll-free' })
    const { uri } = await of('+1 201 555 0123 ext 5')
    expect(await of(String(uri))).toMatchObject({ valid: true, extension: '5' })
  })

  test.each(['colourless green ideas', 'zzzzzzzz', '2026-02-30'])(
    '%s names no program, so it is no bot',
    async (text) => {
      expect(await runExample(userAgent, { userAgent: text })).toMatchObject({
        isBot: false,
        device: { type: 'unknown' },
      })
    },
  )

  test.each(['curl/8.5.0', 'python-requests/2.31', 'okhttp/4.12.0', 'my-fetcher/1.0'])(
    '%s is a program',
    async (text) => {
      expect(await runExample(userAgent, { userAgent: text })).toMatchObject({ isBot: true })
    },
  )

  test('a search engine is a bot, but not an agent of a model', async () => {
    const google = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
    expect(await runExample(userAgent, { userAgent: google })).toMatchObject({
      isBot: true,
      botName: 'Googlebot',
      aiAgent: false,
    })
  })

  test('invalid versions are listed, and invalid ranges are refused', async () => {
    const versions = ['2.0.0-rc.1', '2.0.0', 'x', 'v1.0.0']
    expect(await runExample(semver, { versions })).toMatchObject({
      sorted: ['1.0.0', '2.0.0-rc.1', '2.0.0'],
      invalid: ['x'],
    })
    await expect(runExample(semver, { versions, range: 'no range!' })).rejects.toThrow(/^range: /)
    await expect(runExample(semver, { versions: ['x'], op: 'bump' })).rejects.toThrow(/^versions: /)
  })
})

describe('URLs', () => {
  const of = async (url: string, rest: object = {}) => runExample(urlParse, { url, ...rest })

  test('private suffixes, ports and fragments', async () => {
    expect(await of('HTTPS://A.github.io:8443/x?b=1&b=2#f')).toMatchObject({
      domain: 'a.github.io',
      privateSuffix: true,
      port: 8443,
      query: { b: ['1', '2'] },
      fragment: 'f',
      warnings: ['the port is 8443'],
    })
  })

  test('parameters that are kept have the same bytes', async () => {
    const url = 'https://e.com/?q=a%20b&utm_medium=x&flag'
    expect(await of(url, { stripTracking: true })).toMatchObject({
      normalized: 'https://e.com/?q=a%20b&flag',
    })
    expect(await of('https://e.com/?b=1&a=2#', { normalize: true })).toMatchObject({
      normalized: 'https://e.com/?a=2&b=1',
    })
  })

  test.each([
    ['https://paypal.com@evil.example/', 'user name'],
    ['http://0x7f.1/', 'unusual'],
    ['https://xn--pple-43d.com/', 'mixes scripts'],
    ['javascript:alert(1)', 'is not for links'],
    ['https://e.com/a/%2e%2e/b', 'dot segments'],
  ])('%s gives a warning', async (url, part) => {
    expect((await of(url))['warnings']).toEqual(
      expect.arrayContaining([expect.stringContaining(part)]),
    )
  })

  test('an invalid URL is reported, and a relative one is resolved by its base', async () => {
    expect(await of('a/b')).toMatchObject({ valid: false })
    expect(await of('a/b', { baseUrl: 'https://e.com/c/' })).toMatchObject({ path: '/c/a/b' })
    await expect(of(`https://e.com/?${'a&'.repeat(1_001)}`)).rejects.toThrow(/^url: /)
  })
})
