import { standIn } from './define.ts'

/** One company of Ireland is registered; Malta's register is closed. */
export default standIn({
  at: 'UPSTREAM_VIES_URL',
  answer({ path, body }) {
    if (path !== '/taxation_customs/vies/rest-api/check-vat-number') return undefined
    const { countryCode, vatNumber } = JSON.parse(body) as Record<string, string>
    if (countryCode === 'MT')
      return { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }
    const isKnown = countryCode === 'IE' && vatNumber === '6388047V'
    return {
      countryCode,
      vatNumber,
      requestDate: '2026-01-01T00:00:00.000Z',
      valid: isKnown,
      requestIdentifier: '',
      name: isKnown ? 'GOOGLE IRELAND LIMITED' : '---',
      address: isKnown ? '3RD FLOOR, GORDON HOUSE, BARROW STREET, DUBLIN 4' : '---',
    }
  },
})
