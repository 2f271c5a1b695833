import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { evmNetworkOf } from '../../../../outside/chains/networks.ts'
import type { Chain } from '../../../../outside/chains/evm/chain.ts'
import { createLocalNonces } from '../../../../outside/chains/evm/nonces.ts'
import { createTransferQueue } from './transfer-queue.ts'
import type { Transfer } from '../../../../outside/chains/evm/token.ts'

const network = evmNetworkOf('eip155:84532')
const hex = (bytes: number, digit: string): Hex => `0x${digit.repeat(bytes * 2)}`

const transfer: Transfer = {
  authorization: {
    from: hex(20, '1'),
    to: hex(20, '2'),
    value: '1000',
    validAfter: '0',
    validBefore: '9999999999',
    nonce: hex(32, '3'),
  },
  signature: `${hex(64, '4')}1b`,
}

const nonces = createLocalNonces(async () => 0)
const fees = async () => ({ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n })

/** A chain that mines all that it is sent, and does nothing. */
function idleChain() {
  const sent: Hex[] = []
  const chain = {
    account: { address: hex(20, '5') },
    seal: () => ({ raw: '0x', hash: hex(32, '6') }),
    getTransactionCount: async () => 0,
    sendRawTransaction: async ({ serializedTransaction }: { serializedTransaction: Hex }) =>
      sent.push(serializedTransaction),
    getTransactionReceipt: async ({ hash }: { hash: Hex }) => ({
      status: 'success',
      transactionHash: hash,
      logs: [],
    }),
  } as unknown as Chain
  return { chain, sent }
}

test('closing the queue sends waiting transfers at once, and refuses later ones', async () => {
  const { chain, sent } = idleChain()
  const troubles: string[] = []
  const onTrouble = (what: string) => void troubles.push(what)
  const queue = createTransferQueue({ chain, fees, nonces, network, pollingMs: 1, onTrouble })
  const outcome = queue.submit(transfer)
  await queue.close()
  expect(await outcome).toMatchObject({ state: 'unused', reason: 'settlement_reverted' })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect([sent.length, troubles]).toEqual([1, []])
})
