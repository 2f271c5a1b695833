import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { NETWORKS } from '../../../outside/chains/networks.ts'
import { STABLECOINS } from '../stablecoins.ts'
import { EVM_NETWORKS, evmNetworkNamed, nodeSettingOf } from './evm-networks.ts'
import { isGenuine, knownToken, knownTokenAt, knownTokensOn } from './known-tokens.ts'

test('every name belongs to exactly one network', () => {
  const names = EVM_NETWORKS.flatMap(({ slug, aliases, chainId }) => [
    slug,
    ...aliases,
    String(chainId),
  ])
  expect(new Set(names).size).toBe(names.length)
  for (const each of ['base', 'Base', '8453', 'eip155:8453'])
    expect(evmNetworkNamed(each)?.chainId).toBe(8453)
  expect(evmNetworkNamed('nowhere')).toBeUndefined()
  expect(nodeSettingOf(evmNetworkNamed('base-sepolia')!)).toBe('EVM_RPC_BASE_SEPOLIA_URL')
})

test('ids, native coins and explorers are those of viem', async () => {
  const defined = Object.values(await import('viem/chains'))
  for (const { chainId, nativeSymbol, testnet } of EVM_NETWORKS) {
    const same = defined.filter(({ id }) => id === chainId)
    const symbols = same.map(({ nativeCurrency }) => nativeCurrency.symbol)
    expect(symbols, String(chainId)).toContain(nativeSymbol)
    expect(same.some((one) => (one.testnet ?? false) === testnet)).toBe(true)
  }
})

test('no token is listed twice, and no symbol twice on one chain', () => {
  const chains = STABLECOINS.flatMap(({ network }) =>
    network.startsWith('eip155:') ? [Number(network.slice('eip155:'.length))] : [],
  )
  for (const chainId of new Set([...chains, ...EVM_NETWORKS.map((one) => one.chainId)])) {
    const tokens = knownTokensOn({ chainId })
    const addresses = tokens.map(({ address }) => address.toLowerCase())
    expect(addresses, String(chainId)).toHaveLength(new Set(addresses).size)
    const symbols = tokens.map(({ symbol }) => symbol.toLowerCase())
    expect(symbols, String(chainId)).toHaveLength(new Set(symbols).size)
  }
})

test('the PYUSD of Arbitrum is that of Paxos, not that of the gateway of the chain', () => {
  const arbitrum = evmNetworkNamed('arbitrum')!
  const own = '0x46850aD61C2B7d64d08c9C754F45254596696984'
  expect(knownToken(arbitrum, 'PYUSD')).toMatchObject({ address: own, isBridged: false })
  const gateway = '0x327006c8712FE0AbdbbD55B7999DB39b0967342E'
  expect(isGenuine(arbitrum, gateway, 'PYUSD')).toBe(false)
})

test('every address is written in checksum form', () => {
  for (const network of EVM_NETWORKS)
    for (const { address } of knownTokensOn(network))
      expect(address).toBe(getAddress(address.toLowerCase()))
})

test('the coin of every EVM network that can be paid on is known, with its decimals', () => {
  for (const network of NETWORKS) {
    if (network.family !== 'evm') continue
    expect(knownTokenAt(network, network.asset)).toMatchObject({ decimals: network.decimals })
  }
})

test('a copy of a known token is not genuine, and an unknown token is not judged', () => {
  const base = evmNetworkNamed('base')!
  const usdc = knownToken(base, 'usdc')!
  expect(isGenuine(base, usdc.address.toLowerCase(), 'USDC')).toBe(true)
  expect(isGenuine(base, `0x${'1'.repeat(40)}`, 'USDC')).toBe(false)
  expect(isGenuine(base, `0x${'1'.repeat(40)}`, 'DOGGO')).toBeNull()
})
