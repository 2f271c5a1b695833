import { EVM_NETWORKS, transactionUrl } from './evm-networks.ts'

/** Address prefixes of transaction pages on networks other than EVM chains. */
const OTHERS: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'https://explorer.solana.com/tx/ID',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'https://explorer.solana.com/tx/ID?cluster=devnet',
  'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k': 'https://lora.algokit.io/mainnet/transaction/ID',
  'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe': 'https://lora.algokit.io/testnet/transaction/ID',
  'stellar:pubnet': 'https://stellar.expert/explorer/public/tx/ID',
  'stellar:testnet': 'https://stellar.expert/explorer/testnet/tx/ID',
}

const ID = /^[0-9A-Za-z]{16,128}$/

/** The explorer page of a transaction; null for a network without an explorer. */
export function transactionPage(network: string, id: string): string | null {
  if (!ID.test(id)) return null
  // Facilitators write the full genesis hash of Algorand.
  const known = Object.entries(OTHERS).find(([each]) => network.startsWith(each))
  if (known) return known[1].replace('ID', id)
  const chainId = /^eip155:(\d+)$/.exec(network)?.[1]
  const evm = EVM_NETWORKS.find((each) => String(each.chainId) === chainId)
  return evm ? transactionUrl(evm, id) : null
}
