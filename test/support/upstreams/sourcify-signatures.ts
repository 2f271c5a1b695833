import { standIn } from './define.ts'

/** https://docs.sourcify.dev/docs/repository/signature-database: null for an unknown function. */
const FUNCTIONS: Readonly<Record<string, readonly string[]>> = {
  '0xa9059cbb': ['transfer(address,uint256)'],
  '0xde43156e': ['onCrossChainCall((bytes,address,uint256),address,uint256,bytes)'],
  '0xa6f2ae3a': ['buy()'],
}
const EVENTS: Readonly<Record<string, readonly string[]>> = {
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef': [
    'Transfer(address,address,uint256)',
  ],
}

const row = (name: string) => ({ name, filtered: false, hasVerifiedContract: true })

export default standIn({
  at: 'UPSTREAM_SOURCIFY_SIGNATURES_URL',
  answer({ path, query }) {
    if (path !== '/signature-database/v1/lookup') return undefined
    const [selector, topic] = [query.get('function'), query.get('event')]
    return {
      ok: true,
      result: {
        function: selector ? { [selector]: FUNCTIONS[selector]?.map(row) ?? null } : {},
        event: topic ? { [topic]: EVENTS[topic]?.map(row) ?? [] } : {},
      },
    }
  },
})
