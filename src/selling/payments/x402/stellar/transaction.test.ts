import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { readPayload } from '../payload.ts'
import { isSignedByKey } from '../../../../engines/onchain/ed25519.ts'
import { readStellarPayment } from './transaction.ts'

const require = createRequire(import.meta.url)
const kit = createRequire(require.resolve('@x402/stellar'))(
  '@stellar/stellar-sdk',
) as typeof import('@stellar/stellar-sdk')
const {
  Account,
  Address,
  Keypair,
  Memo,
  Networks,
  Operation,
  TransactionBuilder,
  nativeToScVal,
  xdr,
} = kit

const TOKEN = 'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75'
const [buyer, seller, another] = [Keypair.random(), Keypair.random(), Keypair.random()]

interface Choices {
  readonly source?: string
  readonly sequence?: string
  readonly fee?: string
  readonly memo?: InstanceType<typeof Memo>
  readonly seconds?: number
  readonly nonce?: string
  readonly signers?: readonly string[]
  readonly name?: string
  readonly isSigned?: boolean
  readonly minAge?: number
}

/** A transfer as the stock client writes it, with what a payer may choose about it. */
function envelope(choices: Choices = {}): string {
  const { source = buyer.publicKey(), sequence = '7', fee = '100', nonce = '12345' } = choices
  const { signers = [buyer.publicKey()], name = 'transfer', seconds = 60 } = choices
  const args = [
    nativeToScVal(buyer.publicKey(), { type: 'address' }),
    nativeToScVal(seller.publicKey(), { type: 'address' }),
    nativeToScVal(10_000n, { type: 'i128' }),
  ]
  const contractAddress = Address.fromString(TOKEN).toScAddress()
  const call = new xdr.InvokeContractArgs({ contractAddress, functionName: name, args })
  const auth = signers.map(
    (signer) =>
      new xdr.SorobanAuthorizationEntry({
        credentials: xdr.SorobanCredentials.sorobanCredentialsAddress(
          new xdr.SorobanAddressCredentials({
            address: Address.fromString(signer).toScAddress(),
            nonce: xdr.Int64.fromString(nonce),
            signatureExpirationLedger: 1_000,
            signature: xdr.ScVal.scvVoid(),
          }),
        ),
        rootInvocation: new xdr.SorobanAuthorizedInvocation({
          function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(call),
          subInvocations: [],
        }),
      }),
  )
  const func = xdr.HostFunction.hostFunctionTypeInvokeContract(call)
  const builder = new TransactionBuilder(new Account(source, sequence), {
    fee,
    networkPassphrase: Networks.PUBLIC,
    ...(choices.memo ? { memo: choices.memo } : {}),
  })
  if (choices.minAge) builder.setMinAccountSequenceAge(choices.minAge)
  const transaction = builder
    .setTimeout(seconds)
    .addOperation(Operation.invokeHostFunction({ func, auth }))
    .build()
  if (choices.isSigned) transaction.sign(buyer)
  return transaction.toXDR()
}

const stellarPaymentOf = (text: string): string | null => readStellarPayment(text)?.id ?? null

const once = stellarPaymentOf(envelope())

describe('the id of a Stellar payment', () => {
  test.each<[string, Choices]>([
    ['from another account', { source: another.publicKey() }],
    ['with another sequence', { sequence: '8' }],
    ['with another fee', { fee: '101' }],
    ['with a memo', { memo: Memo.text('hello') }],
    ['with a memo that is a hash', { memo: Memo.hash('ab'.repeat(32)) }],
    ['with other bounds', { seconds: 600 }],
    ['with more conditions', { minAge: 5 }],
    ['with a signature of the envelope', { isSigned: true }],
  ])('stays the same %s', (_how, choices) => {
    expect(envelope(choices)).not.toBe(envelope())
    expect(once).not.toBeNull()
    expect(stellarPaymentOf(envelope(choices))).toBe(once)
  })

  test('stays the same in another base64 spelling, and with bytes after its end', () => {
    expect(stellarPaymentOf(envelope().replace(/=+$/, ''))).toBe(once)
    const longer = Buffer.concat([Buffer.from(envelope(), 'base64'), Buffer.alloc(4)])
    expect(stellarPaymentOf(longer.toString('base64'))).toBe(once)
  })

  test.each<[string, Choices]>([
    ['nonce', { nonce: '12346' }],
    ['signer', { signers: [another.publicKey()] }],
  ])('changes with the %s, which is signed', (_what, choices) => {
    const other = stellarPaymentOf(envelope(choices))
    expect(other).not.toBeNull()
    expect(other).not.toBe(once)
  })

  test.each<[string, string]>([
    ['two signed transfers', envelope({ signers: [buyer.publicKey(), another.publicKey()] })],
    ['none that is signed', envelope({ signers: [] })],
    ['another function', envelope({ name: 'burn' })],
    ['half of it', envelope().slice(0, 200)],
    ['nothing', ''],
    ['noise', Buffer.alloc(400, 2).toString('base64')],
  ])('does not exist for %s', (_what, text) => {
    expect(stellarPaymentOf(text)).toBeNull()
  })

  test('has the signature of its payer, or no recognised one', async () => {
    expect(readStellarPayment(envelope())?.signed).toBeNull()
    const [one, other] = await Promise.all([signedBy(buyer), signedBy(another)])
    expect(isSignedByKey(one!)).toBe(true)
    expect(isSignedByKey({ ...one!, message: Buffer.alloc(32) })).toBe(false)
    expect(other).toBeNull()
  })

  /** The payment of the buyer, signed for the network by somebody. */
  async function signedBy(signer: InstanceType<typeof Keypair>) {
    const transaction = TransactionBuilder.fromXDR(envelope(), Networks.PUBLIC)
    const parsed = transaction.toEnvelope()
    const [operation] = parsed.v1().tx().operations()
    const [entry] = operation!.body().invokeHostFunctionOp().auth()
    const signed = await kit.authorizeEntry(entry!, signer, 1_000, Networks.PUBLIC)
    operation!.body().invokeHostFunctionOp().auth([signed])
    return readStellarPayment(parsed.toXDR('base64'))?.signed ?? null
  }

  test('is the proof of a payment', () => {
    const accepted = {
      scheme: 'exact',
      network: 'stellar:pubnet',
      amount: '1',
      asset: TOKEN,
      payTo: 'G',
    }
    const payload = { x402Version: 2, accepted, payload: { transaction: envelope() } }
    expect(readPayload(payload)?.proof).toBe(`x402:stellar:pubnet:${once}`)
  })
})
