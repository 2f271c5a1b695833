import { Account } from 'viem/tempo'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { nodeOf } from '../../../../test/support/purse/fake-node.ts'
import { FINAL_AFTER_MS } from '../../../outside/chains/payment-trace.ts'
import type { MppCredential } from './credential.ts'
import { openTempoNode } from './tempo-node.ts'
import { PATH_USD } from '../../../outside/chains/tempo/tokens.ts'

const key = generatePrivateKey()
const passkey = { origin: 'https://wallet.example', rpId: 'wallet.example' }
const [p256, webAuthn, other] = [
  Account.fromP256(key),
  Account.fromHeadlessWebAuthn(key, passkey),
  Account.fromP256(generatePrivateKey()),
]
const SHOP = {
  baseUrl: 'https://shop.example',
  payTo: p256.address,
  key: 'k'.repeat(32),
  tokens: [PATH_USD],
}
const node = openTempoNode(SHOP as never)

const transaction = {
  chainId: 4217,
  calls: [{ to: PATH_USD.address, data: '0x' }],
  gas: 100_000n,
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
  nonce: 0,
  type: 'tempo',
}

interface Signing {
  readonly address: string
  signTransaction(transaction: never): Promise<string>
}

async function signedBy(account: unknown): Promise<MppCredential> {
  const signature = await (account as Signing).signTransaction(transaction as never)
  const challenge = { expires: '2030-01-01T00:00:00Z' }
  return { challenge, payload: { signature } } as unknown as MppCredential
}

const signature = ({ payload }: MppCredential): string => String(payload['signature'])

test.each([
  ['a P-256 key', p256],
  ['a passkey', webAuthn],
])('the signature of %s proves its sender', async (_name, account) => {
  expect(node.signerOf(await signedBy(account))?.toLowerCase()).toBe(account.address.toLowerCase())
})

test('a signature of another transaction or key proves no sender', async () => {
  const mine = signature(await signedBy(p256))
  const forge = (text: string) =>
    node.signerOf({ challenge: { expires: '' }, payload: { signature: text } } as never)
  // Another payload under the same signature: one digit of the chain's fee.
  const changed = mine.replace('830186a0', '830186a1')
  expect(changed).not.toBe(mine)
  expect(forge(changed)).toBeNull()
  const [ownKey, otherKey] = [p256, other].map(({ publicKey }) => publicKey.slice(4))
  const stolen = mine.replace(String(ownKey), String(otherKey))
  expect(stolen).not.toBe(mine)
  expect(forge(stolen)).toBeNull()
})

test('an access key of another account proves no sender', async () => {
  const access = Account.fromP256(key, {
    access: privateKeyToAccount(generatePrivateKey()),
  })
  expect(node.signerOf(await signedBy(access))).toBeNull()
})

test('a payment without a receipt is refused after its expiry on that node', async () => {
  const expires = Date.parse('2030-01-01T00:00:00Z')
  const end = expires + FINAL_AFTER_MS
  const heads = [end, end + 1_000, expires - 1_000]
  let turn = -1
  const client = nodeOf(
    {
      eth_getBlockByNumber: () => ({ timestamp: `0x${(heads[turn]! / 1000).toString(16)}` }),
      eth_getTransactionReceipt: () => null,
    },
    () => (turn += 1),
  )
  const asked = openTempoNode({ ...SHOP, client, rpcUrl: 'http://tempo.example' } as never)
  const transfer = { credential: await signedBy(p256), amount: 1_000, currency: PATH_USD.address }
  const states = []
  for (const _ of heads) states.push((await asked.trace(transfer as never)).state)
  expect(states).toEqual(['unknown', 'refused', 'unknown'])
})
