import { FEEDS } from '../evm-world.ts'
import { standIn } from './define.ts'

/** https://docs.chain.link/data-feeds/price-feeds/addresses reads these files. */
const row = (name: string, proxyAddress: string | null, heartbeat: number, hidden?: boolean) => ({
  name,
  path: name.toLowerCase().replace(' / ', '-'),
  proxyAddress,
  decimals: 8,
  heartbeat,
  threshold: 0.5,
  docs: hidden ? { hidden } : {},
})

export default standIn({
  at: 'UPSTREAM_CHAINLINK_FEEDS_URL',
  answer({ path }) {
    if (path === '/feeds-mainnet.json')
      return [
        row('ETH / USD', FEEDS.ethMainnet, 3_600),
        row('USDC / USD', FEEDS.usdcMainnet, 82_800),
      ]
    if (path !== '/feeds-ethereum-mainnet-base-1.json') return undefined
    return [
      row('ETH / USD', FEEDS.eth, 1_200),
      row('USDC / USD', FEEDS.usdc, 86_400),
      row('EUR / USD', FEEDS.eur, 86_400),
      row('SOL / USD', FEEDS.sol, 86_400),
      row('SECRET / USD', FEEDS.eur, 86_400, true),
      row('L2 Sequencer Uptime Status Feed', FEEDS.sequencer, 0),
    ]
  },
})
