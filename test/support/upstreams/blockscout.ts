import { ALICE, BASE_USDC, BOB } from '../evm-world.ts'
import { addressAnswer } from './_blockscout-addresses.ts'
import { standIn } from './define.ts'

/** https://docs.blockscout.com/api-reference/get-token-holders: whole numbers are texts. */
const USDC = {
  address_hash: BASE_USDC,
  type: 'ERC-20',
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: '6',
  total_supply: '4000000000000',
  holders_count: '3',
  exchange_rate: '0.999',
  volume_24h: null,
  circulating_market_cap: null,
  icon_url: null,
}

const account = (hash: string, name: string | null, is_contract: boolean) => ({
  hash,
  name,
  is_contract,
  is_verified: is_contract,
  implementations: [],
  ens_domain_name: null,
  metadata: null,
  private_tags: [],
  public_tags: [],
  watchlist_names: [],
})

const HOLDERS = {
  items: [
    { address: account(BOB, 'Vault', true), value: '3000000000000', token_id: null },
    { address_hash: account(ALICE, null, false), value: '999999999999', token_id: null },
    { address: account(BASE_USDC, 'USD Coin', true), value: '1', token_id: null },
  ],
  next_page_params: null,
}

export default standIn({
  at: 'UPSTREAM_BLOCKSCOUT_URL',
  settings: { BLOCKSCOUT_API_KEY: 'proapi_test' },
  answer({ path, query, headers }) {
    if (headers['authorization'] !== 'Bearer proapi_test') return new Response('', { status: 401 })
    const token = `/8453/api/v2/tokens/${BASE_USDC}`
    if (path === token) return USDC
    if (path === `${token}/holders`) return HOLDERS
    return addressAnswer(path, query)
  },
})
