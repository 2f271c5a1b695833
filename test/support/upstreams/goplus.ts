import { standIn } from './define.ts'

/** Shapes after the generated models of GoPlusSecurity/goplus-sdk-node (docs.gopluslabs.io). */
const CLEAN = {
  cybercrime: '0',
  money_laundering: '0',
  number_of_malicious_contracts_created: '0',
  gas_abuse: '0',
  financial_crime: '0',
  darkweb_transactions: '0',
  reinit: '0',
  phishing_activities: '0',
  fake_kyc: '0',
  blacklist_doubt: '0',
  fake_standard_interface: '0',
  data_source: '',
  stealing_attack: '0',
  blackmail_activities: '0',
  sanctioned: '0',
  malicious_mining_activities: '0',
  mixer: '0',
  fake_token: '0',
  honeypot_related_address: '0',
}

const PHISHER = '0x1111111111111111111111111111111111111111'
const ok = (result: unknown) => ({ code: 1, message: 'OK', result })

const APPROVALS = [
  {
    token_address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    token_name: 'USD Coin',
    token_symbol: 'USDC',
    decimals: 6,
    chain_id: '8453',
    balance: '12.5',
    is_open_source: 1,
    malicious_address: 0,
    malicious_behavior: [],
    approved_list: [
      {
        approved_contract: '0x2222222222222222222222222222222222222222',
        approved_amount: 'Unlimited',
        approved_time: 1_767_225_600,
        initial_approval_time: 1_767_225_600,
        hash: `0x${'1'.repeat(64)}`,
        address_info: {
          contract_name: 'Drainer',
          tag: '',
          is_contract: 1,
          is_open_source: 0,
          trust_list: 0,
          doubt_list: 1,
          malicious_behavior: ['stealing_attack'],
          creator_address: PHISHER,
          deployed_time: 1_767_000_000,
        },
      },
    ],
  },
]

export default standIn({
  at: 'UPSTREAM_GOPLUS_URL',
  settings: { GOPLUS_AGREED: 'true' },
  answer({ path, query }) {
    if (path === '/api/v2/token_approval_security/8453')
      return query.get('addresses')?.toLowerCase() === PHISHER ? ok(APPROVALS) : ok([])
    const [, address] = /^\/api\/v1\/address_security\/(0x[0-9a-fA-F]{40})$/.exec(path) ?? []
    if (!address) return { code: 4012, message: 'Wrong parameter', result: null }
    const flags = { phishing_activities: '1', number_of_malicious_contracts_created: '3' }
    return ok(
      address.toLowerCase() === PHISHER ? { ...CLEAN, ...flags, data_source: 'SlowMist' } : CLEAN,
    )
  },
})
