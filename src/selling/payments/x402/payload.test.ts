import { describe, expect, test } from 'vitest'
import { readPayload } from './payload.ts'

const authorization = {
  from: `0x${'1'.repeat(40)}`,
  to: `0x${'2'.repeat(40)}`,
  value: '1000',
  validAfter: '0',
  validBefore: String(2n ** 256n - 1n),
  nonce: `0x${'3'.repeat(64)}`,
}
const accepted = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '1000',
  asset: `0x${'4'.repeat(40)}`,
  payTo: authorization.to,
}

function read(changed: Partial<typeof authorization>) {
  const payload = {
    authorization: { ...authorization, ...changed },
    signature: `0x${'5'.repeat(130)}`,
  }
  const sent = { x402Version: 2, accepted, payload }
  return readPayload(sent)
}

describe('an authorization', () => {
  test('may be valid for as long as a chain can express', () => {
    expect(read({})?.validBefore).toBe(authorization.validBefore)
  })

  test.each(['value', 'validAfter', 'validBefore'] as const)(
    'with a %s that is too large for a chain, or not a number, is refused',
    (field) => {
      for (const digits of [String(2n ** 256n), '9'.repeat(78), '-1', '0x1', '']) {
        expect(read({ [field]: digits })?.eip3009 ?? null).toBeNull()
      }
    },
  )
})
