/** @module-tag long */
import { encodeFunctionData, parseAbi, createWalletClient, http, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ESCROW } from '../../src/outside/chains/evm/escrow.ts'
import { createChannelStore } from '../../src/stores/channels.ts'
import { call } from '../support/calls.ts'
import { createChannelBuyer, type ChannelBuyer } from '../support/channel-buyer.ts'
import { openShop, type Shop } from '../support/x402-shop.ts'

/** Payers who leave, and vouchers that must not pay. */
let shop: Shop

beforeAll(async () => {
  shop = await openShop({ escrow: true }, { settings: { REFUSALS_PER_MINUTE: '1000' } })
})
afterAll(() => shop.close())

const ABI = parseAbi([
  'struct Config { address payer; address payerAuthorizer; address receiver; address receiverAuthorizer; address token; uint40 withdrawDelay; bytes32 salt; }',
  'function initiateWithdraw(Config config, uint128 amount)',
])

const buy = (buyer: ChannelBuyer, reach = buyer.fetch) =>
  reach(`${shop.service().url}/api/fixture-quoted`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ words: 1 }),
  })
const channelOf = async ({ address }: ChannelBuyer) => {
  const [channel] = await createChannelStore(shop.service().db).of(address.toLowerCase())
  if (!channel) throw new Error('no channel')
  return channel
}

async function withdraw(buyer: ChannelBuyer, amount: bigint): Promise<void> {
  await shop.chain.rpc('anvil_setBalance', [buyer.address, '0xde0b6b3a7640000'])
  const wallet = createWalletClient({
    account: privateKeyToAccount(buyer.key),
    chain: baseSepolia,
    transport: http(shop.chain.proxy.url),
  })
  const config = JSON.parse((await channelOf(buyer)).config) as never
  const data = encodeFunctionData({
    abi: ABI,
    functionName: 'initiateWithdraw',
    args: [config, amount],
  })
  await wallet.sendTransaction({ to: ESCROW, data })
}

/** The payment that a stock client has sent with its last call. */
async function sentBy(name: string) {
  const sent: string[] = []
  const buyer = await createChannelBuyer(shop.chain, name, {
    fetch: (input, init) => {
      const request = new Request(input, init)
      const header = request.headers.get('payment-signature')
      if (header) sent.push(header)
      return fetch(request)
    },
  })
  await buy(buyer)
  await buy(buyer)
  const text = Buffer.from(String(sent.at(-1)), 'base64').toString()
  return { buyer, payload: JSON.parse(text) as Payload }
}

interface Payload {
  payload: {
    type: string
    channelConfig: Record<string, unknown>
    voucher: { channelId: string; maxClaimableAmount: string; signature: Hex }
  }
}

async function errorOf(payload: Payload): Promise<unknown> {
  const header = Buffer.from(JSON.stringify(payload)).toString('base64')
  const options = { headers: { 'payment-signature': header }, body: { words: 1 } }
  const { status, body } = await call(shop.service(), '/api/fixture-quoted', options)
  return status === 402 ? body['error'] : status
}

describe('a payer who withdraws', () => {
  test('buys nothing more, and what it owes is claimed at once', async () => {
    const buyer = await createChannelBuyer(shop.chain, 'leaves')
    await buy(buyer)
    await buy(buyer)
    const before = await shop.chain.received()
    await withdraw(buyer, 248_000n)
    await expect.poll(async () => (await channelOf(buyer)).claimed, { timeout: 60_000 }).toBe(2_000)
    expect((await shop.chain.received()) - before).toBe(2_000n)
    const refused = await buy(buyer)
    expect(refused.status).toBe(402)
    expect(await refused.json()).toMatchObject({
      error: 'invalid_batch_settlement_evm_channel_closing',
    })
  })
})

describe('a voucher', () => {
  const PREFIX = 'invalid_batch_settlement_evm_'

  test('that was used is refused, with the sums of its channel', async () => {
    const { buyer, payload } = await sentBy('replays')
    expect(await errorOf(payload)).toBe(`${PREFIX}cumulative_amount_mismatch`)
    expect((await channelOf(buyer)).charged).toBe(2_000)
  })

  test.each([
    [
      'of another signer',
      'voucher_signature',
      (sent: Payload) => {
        sent.payload.voucher.signature = `0x${'11'.repeat(64)}1b`
      },
    ],
    [
      'of a raised sum',
      'voucher_signature',
      (sent: Payload) => {
        sent.payload.voucher.maxClaimableAmount = '9000'
      },
    ],
    [
      'of another channel',
      'channel_id_mismatch',
      (sent: Payload) => {
        sent.payload.voucher.channelId = `0x${'22'.repeat(32)}`
      },
    ],
    [
      'of another seller',
      'receiver_mismatch',
      (sent: Payload) => {
        sent.payload.channelConfig['receiver'] = `0x${'33'.repeat(20)}`
      },
    ],
    [
      'of another authorizer',
      'receiver_authorizer_mismatch',
      (sent: Payload) => {
        sent.payload.channelConfig['receiverAuthorizer'] = `0x${'33'.repeat(20)}`
      },
    ],
    [
      'of a shorter delay',
      'withdraw_delay_mismatch',
      (sent: Payload) => {
        sent.payload.channelConfig['withdrawDelay'] = 900
      },
    ],
  ])('%s is refused before the tool runs', async (name, code, change) => {
    const { payload } = await sentBy(name)
    const runs = shop.fixtures.runs('fixture-quoted')
    change(payload)
    expect(await errorOf(payload)).toBe(PREFIX + code)
    expect(shop.fixtures.runs('fixture-quoted')).toBe(runs)
  })
})
