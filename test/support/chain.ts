import { hash } from 'node:crypto'
import {
  createPublicClient,
  createWalletClient,
  getAddress,
  http,
  parseAbi,
  parseSignature,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { baseSepolia } from 'viem/chains'
import { createClient, type Client } from '../../src/outside/net/request.ts'
import { transferCall } from '../../src/outside/chains/evm/token.ts'
import { evmNetworkOf, type PayableEvmNetwork } from '../../src/outside/chains/networks.ts'
import type { Eip3009 } from '../../src/outside/chains/evm/eip3009.ts'
import { rpc, startAnvil } from '../../src/service/sandbox/anvil.ts'
import { balanceOf, plantEscrow, plantToken } from '../../src/service/sandbox/token.ts'
import { createBuyer, type Buyer } from './buyer.ts'
import { plantPermit2 } from './contracts/permit2.ts'
import { openRpcProxy, type RpcProxy } from './rpc-proxy.ts'

/** Accounts that every anvil funds with gas. */
const SETTLER_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const STRANGER_KEY = '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba'
/** Signs claims from payment channels. */
export const CHANNEL_KEY = '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e'
export const PAY_TO = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'

/** The smallest contracts that say yes, as ERC-1271 has it, and no. */
const AGREES = '0x631626ba7e60e01b60005260206000f3'
const REFUSES = '0x600060005260206000f3'
const CANCEL = parseAbi(['function cancelAuthorization(address, bytes32, uint8, bytes32, bytes32)'])

export const keyOf = (name: string): Hex => `0x${hash('sha256', name)}`

/** A real chain that belongs to one test, and what others can do on it behind a seller's back. */
export interface TestChain {
  readonly network: PayableEvmNetwork
  readonly proxy: RpcProxy
  readonly client: Client
  /** With these, a service is paid on this chain, and reaches it through the proxy. */
  readonly settings: Readonly<Record<string, string>>
  readonly settler: { readonly address: Hex; readonly key: Hex }
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
  /** A wallet of its own for a name, with that much of the token. */
  wallet(name: string, funds?: bigint): Promise<Buyer>
  /** A contract that holds money, and agrees to every signature or to none. */
  contractWallet(
    name: string,
    options: { readonly agrees: boolean; readonly funds?: bigint },
  ): Promise<Buyer>
  /** An account takes the code of such a contract for its own, as EIP-7702 has it. */
  delegate(address: string, options: { readonly agrees: boolean }): Promise<void>
  give(holder: string, amount: bigint): Promise<void>
  held(holder: string): Promise<bigint>
  received(): Promise<bigint>
  /** Somebody submits a signed transfer on their own; a block has it afterwards. */
  submit(authorization: Eip3009, signature: string): Promise<void>
  /** The payer takes a signed transfer back; a block has it afterwards. */
  cancel(name: string, nonce: string): Promise<void>
  /** Somebody else sends from the settlement key, and waits for no block. */
  spendNonce(options?: { readonly nonce?: number; readonly gwei?: number }): Promise<Hex>
  /** Stops the making of blocks; `mine` makes one. */
  pause(): Promise<void>
  resume(): Promise<void>
  mine(): Promise<void>
  /** Transactions that wait for a block. */
  waiting(): Promise<number>
  waitingHashes(): Promise<readonly string[]>
  stop(): Promise<void>
}

export interface ChainChoices {
  readonly blockSeconds?: number
  /** Stand-ins of Permit2 and of what x402 lets spend through it. */
  readonly permit2?: boolean
  /** The escrow of payment channels. */
  readonly escrow?: boolean
}

export async function startChain({
  blockSeconds = 0,
  permit2 = false,
  escrow = false,
}: ChainChoices = {}): Promise<TestChain> {
  const network = evmNetworkOf('eip155:84532')
  const client = createClient({ policy: 'trusted' })
  const path = process.env['PATH'] ?? ''
  const { chainId } = network
  const anvil = await startAnvil(
    { chainId, binary: null, path, ...(blockSeconds > 0 ? { blockSeconds } : {}) },
    client,
  )
  await plantToken(client, anvil.url, network, {})
  const proxy = await openRpcProxy(anvil.url, client)
  const ask = (method: string, params: readonly unknown[] = []) =>
    rpc(client, anvil.url, method, params)
  if (permit2) await plantPermit2(ask)
  if (escrow) await plantEscrow(client, anvil.url)
  const walletOf = (key: Hex) =>
    createWalletClient({
      account: privateKeyToAccount(key),
      chain: baseSepolia,
      transport: http(anvil.url),
    })
  const reader = createPublicClient({ chain: baseSepolia, transport: http(anvil.url) })
  /** A node answers that it took a transaction before a block has it. */
  const mined = (sent: Hex) => reader.waitForTransactionReceipt({ hash: sent, pollingInterval: 5 })
  const give = (holder: string, amount: bigint) =>
    plantToken(client, anvil.url, network, { [holder]: amount })
  const held = (holder: string) => balanceOf(client, anvil.url, network.asset, holder)
  const settler = { address: privateKeyToAccount(SETTLER_KEY).address, key: SETTLER_KEY } as const

  return {
    network,
    proxy,
    client,
    settler,
    settings: {
      PAY_TO,
      NETWORKS: network.id,
      RPC_URLS: `${network.id}=${proxy.url}`,
      SETTLEMENT_KEY: SETTLER_KEY,
      RECEIPT_POLLING_MS: '5',
      GAS_RESERVE_GWEI: '0',
      ...(escrow ? { CHANNEL_KEY } : {}),
    },
    rpc: ask,
    give,
    held,
    received: () => held(PAY_TO),
    async wallet(name, funds = 1_000_000n) {
      const buyer = createBuyer(keyOf(name))
      await give(buyer.address, funds)
      return buyer
    },
    async contractWallet(name, { agrees, funds = 1_000_000n }) {
      const address = `0x${hash('sha256', name).slice(0, 40)}` as const
      await ask('anvil_setCode', [address, agrees ? AGREES : REFUSES])
      await give(address, funds)
      return createBuyer(keyOf(name), getAddress(address))
    },
    async delegate(address, { agrees }) {
      const delegate = `0x${hash('sha256', `delegate ${agrees}`).slice(0, 40)}`
      await ask('anvil_setCode', [delegate, agrees ? AGREES : REFUSES])
      await ask('anvil_setCode', [address, `0xef0100${delegate.slice(2)}`])
    },
    async cancel(name, nonce) {
      const account = privateKeyToAccount(keyOf(name))
      const { asset, domain } = network
      const signature = await account.signTypedData({
        domain: { ...domain, chainId, verifyingContract: asset as Hex },
        types: {
          CancelAuthorization: [
            { name: 'authorizer', type: 'address' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        primaryType: 'CancelAuthorization',
        message: { authorizer: account.address, nonce: nonce as Hex },
      })
      const { r, s, v } = parseSignature(signature)
      const sent = await walletOf(STRANGER_KEY).writeContract({
        address: asset as Hex,
        abi: CANCEL,
        functionName: 'cancelAuthorization',
        args: [account.address, nonce as Hex, Number(v), r, s],
      })
      await mined(sent)
    },
    async submit(authorization, signature) {
      const data = transferCall({ authorization, signature: signature as Hex })
      const to = network.asset as Hex
      await mined(await walletOf(STRANGER_KEY).sendTransaction({ to, data }))
    },
    spendNonce: ({ nonce, gwei = 50 } = {}) =>
      walletOf(SETTLER_KEY).sendTransaction({
        to: PAY_TO,
        value: 1n,
        maxFeePerGas: BigInt(gwei) * 10n ** 9n,
        maxPriorityFeePerGas: BigInt(gwei) * 10n ** 9n,
        ...(nonce === undefined ? {} : { nonce }),
      }),
    pause: async () => void (await ask('evm_setAutomine', [false])),
    async resume() {
      await ask('evm_setAutomine', [true])
      await ask('evm_mine')
    },
    mine: async () => void (await ask('evm_mine')),
    async waiting() {
      const { pending } = (await ask('txpool_status')) as { pending: string }
      return Number(pending)
    },
    async waitingHashes() {
      const { pending } = (await ask('txpool_content')) as {
        pending: Record<string, Record<string, { hash: string }>>
      }
      return Object.values(pending).flatMap((byNonce) =>
        Object.values(byNonce).map(({ hash: each }) => each),
      )
    },
    async stop() {
      await proxy.close()
      await anvil.stop()
      await client.close()
    },
  }
}
