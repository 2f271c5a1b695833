import { EVM_NETWORKS, transactionUrl } from './evm-networks.ts'

/** Of the networks that are no EVM chains: where a transaction is shown, up to its id. */
const OTHERS: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'https://explorer.solana.com/tx/ID',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'https://explorer.solana.com/tx/ID?cluster=devnet',
  'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k': 'https://lora.algokit.io/mainnet/transaction/ID',
  'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe': 'https://lora.algokit.io/testnet/transaction/ID',
  'stellar:pubnet': 'https://stellar.expert/explorer/public/tx/ID',
  'stellar:testnet': 'https://stellar.expert/explorer/testnet/tx/ID',
}

const ID = /^[0-9A-Za-z]{16,128}$/

/** Where anybody can look a transaction up; null for a network that no explorer shows. */
export function transactionPage(network: string, id: string): string | null {
  if (!ID.test(id)) return null
  // Facilitators write the whole genesis hash of Algorand.
  const known = Object.entries(OTHERS).find(([each]) => network.startsWith(each))
  if (known) return known[1].replace('ID', id)
  const chainId = /^eip155:(\d+)$/.exec(network)?.[1]
  const evm = EVM_NETWORKS.find((each) => String(each.chainId) === chainId)
  return evm ? transactionUrl(evm, id) : null
}
