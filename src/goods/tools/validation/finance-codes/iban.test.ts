import { getCountrySpecifications } from 'ibantools'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import { ibanParts } from './_iban-parts.ts'
import iban from './iban-validate.ts'

/** Country, number, bank, branch, account and check digits, as another library splits them. */
const OTHERS = JSON.parse(
  await readFile('test/fixtures/iban-parts.json', 'utf8'),
) as readonly string[]

/** Examples of the IBAN registry with their bank, branch and account. */
const EXAMPLES: readonly (readonly [string, string, string | undefined, string])[] = [
  ['BE68539007547034', '539', undefined, '0075470'],
  ['RO49AAAA1B31007593840000', 'AAAA', undefined, '1B31007593840000'],
  ['FI2112345600000785', '123', undefined, '45600000785'],
  ['PL61109010140000071219812874', '10901014', undefined, '0000071219812874'],
  ['IT60X0542811101000000123456', '05428', '11101', '000000123456'],
  ['TN5910006035183598478831', '10', '006', '0351835984788'],
  ['GB29NWBK60161331926819', 'NWBK', '601613', '31926819'],
  ['SE4550000000058398257466', '500', undefined, '00000058398257466'],
  ['SK3112000000198742637541', '1200', undefined, '0000198742637541'],
  ['LT121000011101001000', '10000', undefined, '11101001000'],
  ['HR1210010051863000160', '1001005', undefined, '1863000160'],
  ['CZ6508000000192000145399', '0800', undefined, '0000192000145399'],
  ['PT50000201231234567890154', '0002', '0123', '12345678901'],
  ['HU42117730161111101800000000', '117', '7301', '111110180000000'],
  ['PK36SCBL0000001123456702', 'SCBL', undefined, '0000001123456702'],
  ['FR1420041010050500013M02606', '20041', '01005', '0500013M026'],
  ['ES9121000418450200051332', '2100', '0418', '0200051332'],
  ['NO9386011117947', '8601', undefined, '111794'],
  ['MT84MALT011000012345MTLCAST001S', 'MALT', '01100', '0012345MTLCAST001S'],
]

describe('an IBAN is split by its country', () => {
  test.each(EXAMPLES)('%s', async (number, bankCode, branchCode, accountNumber) => {
    const told = await runExample(iban, { iban: number })
    expect([told['bankCode'], told['branchCode'], told['accountNumber']]).toEqual([
      bankCode,
      branchCode,
      accountNumber,
    ])
    expect(told).toMatchObject({
      valid: true,
      bban: number.slice(4),
      country: number.slice(0, 2),
    })
  })

  test.each(OTHERS)('as another library splits it: %s', (told) => {
    const [country = '', bban = '', ...wanted] = told.split(' ')
    const parts = ibanParts(country, bban)
    expect([
      parts?.bankCode ?? '-',
      parts?.branchCode ?? '-',
      parts?.accountNumber ?? '-',
      parts?.nationalCheckDigits ?? '-',
    ]).toEqual(wanted)
  })

  test('the parts of every country of the registry fill its number', () => {
    const known = Object.entries(getCountrySpecifications()).filter(
      ([, { IBANRegistry }]) => IBANRegistry,
    )
    const wrong = known.filter(
      ([code, { chars }]) => ibanParts(code, 'x'.repeat((chars ?? 0) - 4)) === undefined,
    )
    expect(wrong.map(([code]) => code)).toEqual([])
  })

  test.each([
    'BY66075682544669462460619661',
    'DO33M7RG85313248182874838504',
    'PK24SRET5N0IRIE28M2K3EA7',
    'PS91BGSQSSNEJQNLK94A2DKURSWSB',
  ])('%s has letters and digits where the registry allows both', async (number) => {
    expect(await runExample(iban, { iban: number })).toMatchObject({
      valid: true,
      problems: [],
    })
    const other = number.slice(0, -1) + (number.endsWith('1') ? '2' : '1')
    expect(await runExample(iban, { iban: other })).toMatchObject({
      valid: false,
      problems: ['the check digits do not fit the rest'],
    })
  })

  test('letters where the registry has digits are told as such', async () => {
    const { problems } = await runExample(iban, {
      iban: 'BY13NBRBA6009000000002Z00AB7',
    })
    expect(problems).toContain('letters and digits are not where this country has them')
  })

  test('a country outside of the registry is valid without parts, and says so', async () => {
    const told = await runExample(iban, { iban: 'DZ580002100001113000000570' })
    expect(told).toMatchObject({
      valid: true,
      note: expect.stringContaining('not known') as string,
    })
    expect(told).not.toHaveProperty('accountNumber')
  })
})
