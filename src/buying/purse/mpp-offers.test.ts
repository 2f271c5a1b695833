import { expect, test } from 'vitest'
import { mppOffersIn, mppReceiptIn } from './mpp-offers.ts'

const request = (terms: unknown): string =>
  Buffer.from(typeof terms === 'string' ? terms : JSON.stringify(terms)).toString('base64url')
const TERMS = { amount: '4000', currency: '0xaa', recipient: '0xbb', methodDetails: { chainId: 7 } }

function challenge(params: Readonly<Record<string, string>> = {}): string {
  const all = { id: 'x', realm: 'r', method: 'tempo', intent: 'charge', request: request(TERMS) }
  const told = Object.entries({ ...all, ...params }).map(([name, value]) => `${name}="${value}"`)
  return `Payment ${told.join(', ')}`
}
const read = (header: string) =>
  mppOffersIn({ headers: new Headers({ 'www-authenticate': header }) })

test('the charges of a 402 read as offers, in the order of the seller', () => {
  const two = `${challenge({ expires: '2030-01-01T00:00:00Z' })}, ${challenge({ id: 'y' })}`
  expect(read(`Bearer realm="z", ${two}`).map(({ accept }) => accept)).toEqual([
    {
      scheme: 'charge',
      network: 'eip155:7',
      asset: '0xaa',
      amount: '4000',
      payTo: '0xbb',
      extra: {
        challenge: { id: 'x', realm: 'r', expires: '2030-01-01T00:00:00Z' },
        details: { chainId: 7 },
      },
    },
    expect.objectContaining({
      extra: expect.objectContaining({ challenge: { id: 'y', realm: 'r' } }),
    }),
  ])
})

test.each([
  ['another method', challenge({ method: 'stripe' })],
  ['another intent', challenge({ intent: 'session' })],
  ['a parameter twice', `${challenge()}, id="z"`],
  ['a name twice in its terms', challenge({ request: request('{"amount":"1","amount":"2"}') })],
  ['terms that are no object', challenge({ request: request('[]') })],
  ['terms that are too long', challenge({ request: request({ amount: '1'.repeat(20_000) }) })],
  ['no id', challenge({ id: '' })],
  ['a header of its own choice', challenge({ header: 'x-api-key' })],
  ['no challenge', 'Basic realm="x"'],
])('%s is no offer', (_what, header) => {
  expect(read(header)).toEqual([])
})

test('a credential repeats the challenge as it stood, where the seller wants it', () => {
  const [offer] = read(challenge({ header: 'Payment-Authorization', opaque: 'abc', other: 'no' }))
  const [name, value] = offer!.header({ signature: '0x1', type: 'transaction', source: 'did:x' })
  expect(name).toBe('payment-authorization')
  const [scheme, text = ''] = value.split(' ')
  expect(scheme).toBe('Payment')
  expect(JSON.parse(Buffer.from(text, 'base64url').toString())).toEqual({
    challenge: {
      id: 'x',
      realm: 'r',
      method: 'tempo',
      intent: 'charge',
      request: request(TERMS),
      header: 'Payment-Authorization',
      opaque: 'abc',
    },
    payload: { signature: '0x1', type: 'transaction' },
    source: 'did:x',
  })
})

test.each([
  [
    { status: 'success', reference: `0x${'a'.repeat(64)}` },
    { success: true, tx: `0x${'a'.repeat(64)}` },
  ],
  [
    { status: 'failed', reference: 'pi_1' },
    { success: false, tx: null },
  ],
])('the receipt %j', (receipt, said) => {
  expect(mppReceiptIn(new Headers({ 'payment-receipt': request(receipt) }))).toEqual(said)
})

test('what is no receipt says nothing', () => {
  expect(mppReceiptIn(new Headers({ 'payment-receipt': 'x' }))).toBeNull()
  expect(mppReceiptIn(new Headers())).toBeNull()
})
