import { describe, expect, test } from 'vitest'
import { runExample } from '../../../../../test/support/run-tool.ts'
import taxId from './tax-id-validate.ts'

const read = async (countryCode: string, id: string, kind?: string) =>
  runExample(taxId, { id, countryCode, ...(kind && { kind }) })

describe('tax and identity numbers', () => {
  test.each(['0459525', '0050150', '2209913', '1045857', '5396847'])(
    'few last digits of a Taiwanese number %s fit',
    async (body) => {
      const good = await Promise.all(
        Array.from('0123456789', async (end) => (await read('TW', body + end))['valid']),
      )
      const count = good.filter(Boolean).length
      expect([count > 0, count <= 4]).toEqual([true, true])
    },
  )

  test.each([
    ['CL', '12.531.909-2', 'run'],
    ['CL', '12531909-2', 'run'],
    ['CL', '76.086.428-5', 'run'],
    ['CL', '9.868.503-0', 'run'],
    ['CL', '30.686.957-4', 'run'],
    ['CZ', '640903926', 'dic'],
    ['BG', 'BG831919536', 'vat'],
    ['PY', '179168-0', 'ruc'],
    ['SK', '1022729312', 'dph'],
    ['SE', '8803200016', 'personnummer'],
    ['DE', '181/815/08155', 'stnr'],
    ['DE', '5133081508159', 'stnr'],
    ['LV', '32000000008', 'pvn'],
  ])('%s: %s is a number of the kind %s', async (countryCode, id, kind) => {
    expect(await read(countryCode, id)).toMatchObject({
      valid: true,
      kinds: expect.arrayContaining([kind]) as string[],
    })
  })

  test.each([
    ['US', '219-09-9999'],
    ['US', '666-12-3456'],
    ['US', '165-13-0000'],
    ['US', '07-1144442'],
    ['NO', '8601 11 17947'],
    ['NO', '13108695077'],
    ['IT', '309CVD'],
    ['MX', '032180000118359719'],
    ['BR', '111.111.111-11'],
    ['BR', '999.999.999-99'],
    ['BR', '000.000.000-00'],
    ['BR', '00.000.000/0000-00'],
    ['NL', '000000000'],
    ['NL', '004495445B00'],
    ['BG', '0018010002'],
    ['EE', '06435280106'],
    ['FR', '02272410001567'],
    ['CZ', '610903915'],
    ['PY', '1791681'],
    ['SV', '01040572020890'],
    ['RO', 'J02/750/0020'],
    ['BY', '000986559'],
    ['NZ', '03091570'],
  ])('%s: %s is none', async (countryCode, id) => {
    expect(await read(countryCode, id)).toMatchObject({ valid: false, kinds: [] })
  })

  test('a German number with a wrong check digit is no tax number of a company', async () => {
    const good = await Promise.all(
      Array.from('0123456789', async (end) => read('DE', `3657426180${end}`)),
    )
    expect(good.filter(({ valid }) => valid)).toEqual([
      expect.objectContaining({ kind: 'idnr', checked: true }),
    ])
    expect(await read('DE', '36574261801')).toMatchObject({
      problems: expect.arrayContaining([
        'idnr: the check digit does not fit the rest',
        'stnr: its form fits, but it has no check digit; ask for this kind by name',
      ]) as string[],
    })
    expect(await read('DE', '36574261801', 'stnr')).toMatchObject({ valid: true, checked: false })
  })

  test('a number of a bank account is read by the name of its kind', async () => {
    expect(await read('NO', '8601 11 17947', 'kontonr')).toMatchObject({ valid: true })
  })

  test('every valid number is valid as it is formatted', async () => {
    for (const [countryCode, id] of [
      ['CL', '125319092'],
      ['BR', '52998224725'],
      ['US', '536904399'],
      ['DE', '18181508155'],
      ['SE', '8803200016'],
    ] as const) {
      const { formatted, valid, kind } = await read(countryCode, id, undefined)
      if (valid)
        expect(await read(countryCode, String(formatted), String(kind))).toMatchObject({
          valid: true,
        })
    }
  })

  test('names are spelt as they should be', async () => {
    expect(await read('EE', '100931558')).toMatchObject({ name: 'Estonian VAT Number' })
  })
})
